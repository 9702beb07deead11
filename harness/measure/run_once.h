#pragma once

#include <cstddef>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/peer.h"
#include "kernels/modulus/data_set.h"
#include "kernels/plan.h"

namespace modlab::measure {

/// Computes an operator with one launch and returns Out's storage. Throws VariantFailure where the compiler or the
/// device refuses, and Error where the tensors do not fit.
std::vector<std::byte> run_once(Device& device, compile::Compiler& compiler, const KernelPlan& plan,
                                const modulus::HostOperands& operands);

/// The same by a peer.
std::vector<std::byte> run_once(Device& device, Peer& peer, const modulus::ModulusDesc& desc,
                                const modulus::HostOperands& operands);

}  // namespace modlab::measure
