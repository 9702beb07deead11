#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/data_set.h"
#include "kernels/modulus.h"
#include "kernels/workload.h"

namespace modlab {

/// Bytes behind Out that no kernel may touch: wide enough for the widest store that starts inside the tensor.
inline constexpr std::uint64_t kGuardBytes = 256;
inline constexpr std::byte kGuardByte{0xff};

/// What one kind of kernel must leave in Out, and what it finds there, the guard included.
struct OutContent {
  std::vector<std::byte> result;
  std::vector<std::byte> initial;
};

/// All that is laid out for a workload. It takes the CPU alone, so that it can be made while a device is at work.
struct WorkloadData {
  WorkloadData(const Workload& workload, std::uint64_t seed);

  ModulusDesc desc;
  HostOperands operands;
  OutContent modulus;
  OutContent copy;
};

}  // namespace modlab
