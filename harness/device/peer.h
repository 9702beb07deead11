#pragma once

#include <any>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "harness/device/device.h"

namespace modlab {

/// Another implementation of operators on a device, which must outlive it.
class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  /// Its name and version, such as "Other 1.2.3".
  [[nodiscard]] virtual const std::string& description() const = 0;

  /// An operation (Problem::operation), ready to run. Throws VariantFailure with device_refused where the peer has no
  /// such operator.
  [[nodiscard]] virtual std::unique_ptr<Kernel> make_kernel(const std::any& operation) = 0;
};

/// Peers of one device, by their names.
using Peers = std::map<std::string, std::unique_ptr<Peer>, std::less<>>;

/// A peer as the programs offer it.
struct PeerEntry {
  std::string_view name;     ///< for --peer and for its rows: one word, which no variant's name is
  std::string_view summary;  ///< for --help, after its name
  std::string_view library;  ///< what an option of its name says of the file that it takes; empty where it takes none
  /// Without a library, the one that is found. Throws Error where there is none.
  std::unique_ptr<Peer> (*open)(Device& device, const std::string& library);
};

}  // namespace modlab
