#pragma once

#include <memory>

#include "harness/compile/compiler.h"

namespace modlab {

/// D3DCompile: libvkd3d's on Linux, d3dcompiler_47.dll's on Windows. Shader models up to 5.1. Throws Error where there
/// is none.
std::unique_ptr<Compiler> make_d3d_compiler();

}  // namespace modlab
