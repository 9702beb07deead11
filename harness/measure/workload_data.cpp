#include "harness/measure/workload_data.h"

#include <algorithm>
#include <utility>

#include "kernels/reference.h"

namespace modlab {
namespace {

/// Out starts as the complement of the right result, gaps included: whatever a kernel leaves unwritten is wrong,
/// whatever the type. In place it starts as the operand it overwrites.
OutContent make_content(const ModulusDesc& desc, const HostOperands& operands, std::vector<std::byte> result) {
  OutContent content{.result = std::move(result), .initial = {}};
  content.initial.reserve(content.result.size() + kGuardBytes);
  if (desc.over_a)
    content.initial = operands.a;
  else if (desc.over_b)
    content.initial = operands.b;
  else
    std::ranges::transform(content.result, std::back_inserter(content.initial), [](std::byte byte) { return ~byte; });
  content.initial.resize(content.result.size() + kGuardBytes, kGuardByte);
  return content;
}

}  // namespace

WorkloadData::WorkloadData(const Workload& workload, std::uint64_t seed)
    : desc(describe(workload, seed)),
      operands(make_operands(workload, seed)),
      modulus(make_content(desc, operands, compute_reference(desc, operands))),
      copy(make_content(desc, operands, compute_copy_reference(desc, operands))) {}

}  // namespace modlab
