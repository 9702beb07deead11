#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/data_set.h"
#include "kernels/workload.h"

namespace modlab {

/// The exact result for one pair, as docs/numerics.md defines it.
float modulus_reference(Rounding rounding, float a, float b);

/// The exact result of the whole workload, on every core.
std::vector<std::byte> compute_reference(const Workload& workload, const HostOperands& operands);

/// What the roofline's copy kernel leaves in Out: a ^ b, word by word.
std::vector<std::byte> compute_copy_reference(const HostOperands& operands);

}  // namespace modlab
