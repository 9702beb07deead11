#pragma once

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/space.h"

namespace modlab {

/// Compiles the small kernels that are run below. Throws VariantFailure where the compiler refuses.
void compile_probes(Compiler& compiler, CompilerId id);

/// What the device and the compiler can do, each by itself and together: small kernels are run. Throws Error where the
/// device does not survive it.
Platform probe_platform(Device& device, Compiler& compiler);

}  // namespace modlab
