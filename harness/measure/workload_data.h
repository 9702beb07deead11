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

/// What no kernel may touch behind Out: wider than the widest store that starts inside the tensor.
inline constexpr std::byte kGuardByte{0xff};

/// Bytes of a tensor with its guard, in whole vectors: kernels fill and compare all of it.
inline std::uint64_t guarded_bytes(const TensorDesc& out) {
  constexpr std::uint64_t kLeastGuard = 256;
  return divide_up(storage_bytes(out) + kLeastGuard, kBufferVectorBytes) * kBufferVectorBytes;
}

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
