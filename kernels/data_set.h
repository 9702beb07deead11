#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/workload.h"

namespace modlab {

struct HostOperands {
  std::vector<std::byte> a;
  std::vector<std::byte> b;
};

/// The operands of a workload's data set: the same for the same seed on every machine.
HostOperands make_operands(const Workload& workload, std::uint64_t seed);

/// The special values whose pairs make up the `edges` data set.
std::span<const float> edge_values_f32();

}  // namespace modlab
