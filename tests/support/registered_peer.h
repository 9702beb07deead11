#pragma once

#include <any>

#include "harness/device/peer.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"

namespace modlab {

/// A peer of the tests, on any device: its operator is a variant, which no small space holds.
inline const modulus::Variant kPeersKernel{.threads = 1024};

class RegisteredPeer final : public Peer {
 public:
  explicit RegisteredPeer(Device& device) : device_(device) {}
  [[nodiscard]] const std::string& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<Kernel> make_kernel(const std::any& operation) override {
    return device_.make_kernel(modulus::make_plan(std::any_cast<const modulus::ModulusDesc&>(operation), kPeersKernel),
                               {});
  }

 private:
  Device& device_;
  std::string description_ = "Neighbour 1.2.3";
};

inline constexpr PeerEntry kRegisteredPeer{
    .name = "neighbour", .summary = "in tests", .library = {}, .open = [](Device& device, const std::string&) {
      return std::unique_ptr<Peer>(std::make_unique<RegisteredPeer>(device));
    }};

/// For Lab::open_peers.
inline Peers open_registered_peer(Device& device) {
  Peers peers;
  peers.emplace(kRegisteredPeer.name, kRegisteredPeer.open(device, {}));
  return peers;
}

}  // namespace modlab
