#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/workload.h"

namespace modlab::measure {

/// The image of an output before a launch that must leave this result: at random, but wrong for any type wherever a
/// kernel does not write, and without a way from it to the result, which a kernel could take instead of reading its
/// inputs. In place, it is the operand that is overwritten.
Content make_initial(const Workload& workload, const Contents& contents, std::size_t output, const Content& result);

/// All data of a workload. Computed on the CPU only, so it can be made while the device is busy.
struct WorkloadData {
  WorkloadData(const Workload& workload, std::uint64_t seed);

  std::uint64_t seed;
  Contents contents;
  std::vector<Content> before_results;  ///< of each output, before a launch that must leave its result
  std::vector<Content> before_copies;   ///< likewise before one of a copy
};

}  // namespace modlab::measure
