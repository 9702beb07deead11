#pragma once

#include <cstdint>
#include <string>

#include "harness/compile/compiler.h"
#include "harness/session/options.h"
#include "kernels/modulus/space.h"

namespace CLI {
class App;
}

namespace modlab::cli {

/// The kernels to compile, and the device to compile them for.
struct KernelOptions {
  session::WorkloadOptions workload;
  session::SpaceOptions space;
  session::PlatformOptions here;
  std::uint64_t seed = 1;

  // The device, if it is not the one here.
  std::string shader_model;
  bool native_16bit = false;
  std::string wave_lanes;

  void add_to(CLI::App& command);

  /// The device as described by the options, assumed to support everything else: whether a kernel is legal is checked
  /// again where it runs. Without a description, the device here.
  [[nodiscard]] Platform platform(compile::Compiler& compiler) const;
};

}  // namespace modlab::cli
