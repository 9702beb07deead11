#pragma once

#include <memory>

#include "harness/compile/compiler.h"

namespace modlab::compile {

/// D3DCompile, from libvkd3d on Linux and d3dcompiler_47.dll on Windows: shader models up to 5.1. Throws Error where
/// there is none.
std::unique_ptr<Compiler> make_d3d_compiler();

}  // namespace modlab::compile

namespace modlab {  // what docs/embedding.md names

using compile::make_d3d_compiler;

}  // namespace modlab
