#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "harness/compile/compiler.h"
#include "harness/session/options.h"
#include "kernels/space.h"

namespace modlab {

/// The device that kernels are compiled for, where that is not the one here.
struct DeviceOptions {
  std::string shader_model;
  bool native_16bit = false;
  std::string wave_lanes;

  void add_to(CLI::App& command);

  /// What is said about the device, and all that it is not known not to do: kernels are legal or not where they run.
  /// Where nothing is said, the device here.
  [[nodiscard]] Platform platform(const PlatformOptions& here, Compiler& compiler) const;
};

}  // namespace modlab
