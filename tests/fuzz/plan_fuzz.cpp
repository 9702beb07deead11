
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A workload's and a variant's name on two lines, planned as the dashboard does with a journal's row.
void fuzz(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const auto desc =
      unless_refused([&] { return modulus::describe(modulus::parse_legal_workload(input.substr(0, end)), 1); });
  const auto variant =
      unless_refused([&] { return modulus::parse_variant(input.substr(std::min(end + 1, input.size()))); });
  if (!desc || !variant) return;
  // As many slices as are allowed take 30 MB, whatever the length of the names.
  constexpr std::uint64_t kFewSlices = 100;
  const std::uint64_t slices = slice_count(*desc);
  if (slices > kFewSlices && slices <= modulus::kMaxSlices) return;
  const auto plan = unless_refused([&] { return modulus::make_plan(*desc, *variant); });
  if (!plan) return;
  require(!plan->slices.empty() && plan->slices.size() <= kFewSlices, "a plan has as many slices as were counted");
  for (const Slice& slice : plan->slices)
    for (const View& view : plan->views) {
      const TensorDesc& tensor = view.buffer == modulus::kTensorA   ? plan->desc.a
                                 : view.buffer == modulus::kTensorB ? plan->desc.b
                                                                    : plan->desc.out;
      const ByteRange& range = slice.ranges[view.buffer];
      const std::uint64_t bytes = storage_bytes(tensor);
      require(range.first <= bytes && range.bytes <= bytes - range.first, "a view lies within its tensor");
    }
}

}  // namespace modlab
