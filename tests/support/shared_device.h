#pragma once

#include "harness/compile/d3d_compiler.h"
#include "harness/d3d12/d3d12_device.h"

namespace modlab {

/// Shared by the tests of one process: making a device takes longer than most of them.
inline Device& device() {
  static const std::unique_ptr<Device> made = d3d12::make_device({});
  return *made;
}

inline compile::Compiler& compiler() {
  static const std::unique_ptr<compile::Compiler> made = compile::make_d3d_compiler();
  return *made;
}

}  // namespace modlab
