#pragma once

#include <cstddef>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/peer.h"
#include "kernels/modulus/data_set.h"
#include "kernels/plan.h"

namespace modlab {

/// Computes an operator with one launch and returns Out's storage. The variant must be legal for it. Throws
/// VariantFailure where the compiler or the device refuses, and Error where the tensors do not fit.
std::vector<std::byte> run_once(Device& device, Compiler& compiler, const ShaderSources& sources,
                                const ModulusDesc& desc, const Variant& variant, const HostOperands& operands,
                                const PlanLimits& limits = {});

/// The same by a peer.
std::vector<std::byte> run_once(Device& device, Peer& peer, const ModulusDesc& desc, const HostOperands& operands);

}  // namespace modlab
