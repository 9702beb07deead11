#include "harness/peers/peers.h"

#include <array>

namespace modlab {

namespace directml {
std::unique_ptr<Peer> open(Device& device, const std::string& library);
}

std::span<const PeerEntry> known_peers() {
  static constexpr std::array kPeers{
      PeerEntry{.name = "directml",
                .summary = "on Windows",
                .library = "The DirectML.dll to use (default: the one beside the program, or the system's)",
                .open = directml::open},
  };
  return kPeers;
}

}  // namespace modlab
