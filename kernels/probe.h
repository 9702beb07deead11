#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/plan.h"
#include "kernels/workload.h"

namespace modlab {

/// A small kernel, and what it makes of its inputs where the answer is yes.
struct Probe {
  std::shared_ptr<const Plan> plan;
  std::vector<Operand> operands;
  std::vector<Content> contents;  ///< of the operands
  std::vector<std::uint32_t> expected;
  /// Whether a result is as good as the expected one.
  bool (*matches)(std::uint32_t result, std::uint32_t expected);
};

/// What kernels depend on and only a device and a compiler together can tell.
struct Probes {
  Probe (*fused_mad)(const Build& build);
  Probe (*exact_half)(const Build& build);
  Probe (*exact_bytes)(const Build& build);
};

}  // namespace modlab
