#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/modulus/data_set.h"
#include "kernels/modulus/modulus.h"
#include "kernels/workload.h"

namespace modlab::measure {

/// What one kind of kernel must leave in Out, and the image of Out before.
struct OutContent {
  std::vector<std::byte> result;
  std::vector<std::byte> initial;
};

/// The image of Out before a launch: at random, but wrong for any type wherever a kernel does not write, and without a
/// way from it to the result, which a kernel could take instead of reading A and B. In place, it is the operand that is
/// overwritten.
std::vector<std::byte> make_initial(const modulus::ModulusDesc& desc, const modulus::HostOperands& operands,
                                    const std::vector<std::byte>& result);

/// All data of a workload. Computed on the CPU only, so it can be made while the device is busy.
struct WorkloadData {
  WorkloadData(const Workload& workload, std::uint64_t seed);

  modulus::ModulusDesc desc;
  modulus::HostOperands operands;
  OutContent modulus;
  OutContent copy;
};

}  // namespace modlab::measure
