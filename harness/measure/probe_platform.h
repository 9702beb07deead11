#pragma once

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/space.h"

namespace modlab {

/// Compiles the small kernel that the probe below runs. Throws VariantFailure where the compiler refuses.
Bytecode compile_mad_probe(Compiler& compiler, CompilerId id);

/// What the device and the compiler can do, each by itself and together: a small kernel is run. Throws Error where the
/// device does not survive it.
Platform probe_platform(Device& device, Compiler& compiler);

}  // namespace modlab
