#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/peer.h"
#include "harness/measure/mode.h"
#include "harness/measure/roofline.h"
#include "harness/measure/sampler.h"
#include "harness/measure/workbench.h"
#include "kernels/device_traits.h"
#include "kernels/workload.h"

namespace modlab::tune {

/// What a run works with. A lost device is recreated, so there is also a function that makes one.
struct Lab {
  std::unique_ptr<Device> device;
  std::function<std::unique_ptr<Device>()> make_device;
  Peers peers = {};  ///< of the device
  std::function<Peers(Device&)> open_peers = {};
  compile::Compiler* compiler = nullptr;
  const ShaderSources* sources = nullptr;
  Platform platform;  ///< of the device and the compiler; a recreated device has the same
  measure::Workbench::Listener listener{};

  /// Makes the device, and its peers where any are asked for, unless they are there.
  void open();
  /// Destroys them.
  void close();
  [[nodiscard]] std::vector<PeerTraits> peer_traits() const;
};

/// What is set up on a device for one workload, and must be recreated with it.
struct Setup {
  /// `like` and `at_work` as for a Sampler; the data must be the workload's.
  Setup(const Lab& lab, const measure::Clock& clock, const Workload& workload, const Build& like,
        measure::WorkloadData data, const measure::Conditions& conditions, std::size_t jobs = 0, bool at_work = false);

  std::uint64_t seed;
  measure::Workbench workbench;
  measure::Sampler sampler;
  measure::Roofline roofline;
};

}  // namespace modlab::tune
