#pragma once

#include <cstdint>
#include <string>

#include "harness/compile/compiler.h"
#include "harness/session/options.h"
#include "kernels/space.h"

namespace CLI {
class App;
}

namespace modlab {

/// Which kernels are to be compiled, and for which device.
struct KernelOptions {
  WorkloadOptions workload;
  SpaceOptions space;
  PlatformOptions here;
  std::uint64_t seed = 1;

  // The device, where it is not the one here.
  std::string shader_model;
  bool native_16bit = false;
  std::string wave_lanes;

  void add_to(CLI::App& command);

  /// What is said about the device, and all that it is not known not to do: kernels are legal or not where they run.
  /// Where nothing is said, the device here.
  [[nodiscard]] Platform platform(Compiler& compiler) const;
};

}  // namespace modlab
