#include "kernels/comparison.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/element.h"

namespace modlab {
namespace {

/// The offset of the first byte from `from` on that differs from `byte`.
std::optional<std::uint64_t> first_other(std::span<const std::byte> bytes, std::uint64_t from, std::byte byte) {
  const auto tail = bytes.subspan(from);
  const auto other = std::ranges::find_if(tail, [&](std::byte b) { return b != byte; });
  if (other == tail.end()) return std::nullopt;
  return from + static_cast<std::uint64_t>(other - tail.begin());
}

}  // namespace

void Comparison::add(const Comparison& more) {
  if (mismatches == 0 || more.max_ulp > max_ulp) worst = more.worst;
  if (out_of_bound == 0) first_wrong = more.first_wrong;
  compared += more.compared;
  mismatches += more.mismatches;
  out_of_bound += more.out_of_bound;
  max_ulp = std::max(max_ulp, more.max_ulp);
  special_mismatches += more.special_mismatches;
  max_finite_ulp = std::max(max_finite_ulp, more.max_finite_ulp);
  ulp_p999 = std::max(ulp_p999, more.ulp_p999);
  error_per_divisor = std::max(error_per_divisor, more.error_per_divisor);
}

std::optional<std::uint64_t> first_touched_gap(const TensorDesc& desc, std::span<const std::byte> storage,
                                               std::byte gap) {
  const std::uint64_t count = element_count(desc.sizes);
  const std::uint64_t element_bytes = bytes_of(desc.type);
  if (is_packed(desc)) return first_other(storage, count * element_bytes, gap);

  // With every element overwritten, only gaps can differ.
  std::vector<std::byte> gaps(storage.begin(), storage.end());
  for_each_element(desc, 0, count, [&](std::uint64_t, std::uint64_t offset) {
    std::memset(gaps.data() + offset * element_bytes, std::to_integer<int>(gap), element_bytes);
  });
  return first_other(gaps, 0, gap);
}

}  // namespace modlab
