#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/buffer_plans.h"
#include "kernels/data_set.h"
#include "kernels/divide_up.h"
#include "kernels/modulus.h"
#include "kernels/workload.h"

namespace modlab {

/// Fills the guard after Out, which no kernel may touch: wider than the widest store that starts inside the tensor.
inline constexpr std::byte kGuardByte{0xff};

/// The bytes of a tensor with its guard, in whole vectors because kernels fill and compare all of it.
inline std::uint64_t guarded_bytes(const TensorDesc& out) {
  constexpr std::uint64_t kMinGuard = 256;
  return divide_up(storage_bytes(out) + kMinGuard, kBufferVectorBytes) * kBufferVectorBytes;
}

/// What one kind of kernel must leave in Out, and what Out holds before, including the guard.
struct OutContent {
  std::vector<std::byte> result;
  std::vector<std::byte> initial;
};

/// All data of a workload. Computed on the CPU only, so it can be made while the device is busy.
struct WorkloadData {
  WorkloadData(const Workload& workload, std::uint64_t seed);

  ModulusDesc desc;
  HostOperands operands;
  OutContent modulus;
  OutContent copy;
};

}  // namespace modlab
