#pragma once

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/device_traits.h"
#include "kernels/probe.h"

namespace modlab::measure {

/// Compiles the kernels that probe_platform runs. Throws VariantFailure where the compiler refuses.
void compile_probes(compile::Compiler& compiler, CompilerId id, const DeviceTraits& device, const Probes& probes);

/// Finds out what the device and the compiler support, separately and together, by running small kernels. Throws Error
/// where that loses the device.
Platform probe_platform(Device& device, compile::Compiler& compiler, const Probes& probes);

}  // namespace modlab::measure
