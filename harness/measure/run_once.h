#pragma once

#include <any>
#include <cstddef>
#include <span>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/peer.h"
#include "kernels/workload.h"

namespace modlab::measure {

/// Launches a plan once and returns the first output's storage. Throws VariantFailure where the compiler or the device
/// refuses, and Error where the tensors do not fit.
Content run_once(Device& device, compile::Compiler& compiler, const Plan& plan, const BoundOperands& bound);

/// The same by a peer, of an operation that it knows.
Content run_once(Device& device, Peer& peer, const std::any& operation, const BoundOperands& bound);

}  // namespace modlab::measure
