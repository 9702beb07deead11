#include "kernels/modulus/overlap.h"

#include <algorithm>

namespace modlab::modulus {
namespace {

struct StrideReach {
  std::int64_t last;    ///< its last index, at least 1
  std::int64_t stride;  ///< at least 1
  std::int64_t reach;   ///< the largest distance between two elements along the dimensions of smaller strides
};

std::int64_t floor_divide(std::int64_t x, std::int64_t y) { return x >= 0 ? x / y : -((y - 1 - x) / y); }

/// Two elements share an address exactly if their distances along the dimensions, not all 0, times the strides add up
/// to 0. The search goes from the largest stride to the smallest and tries only distances that the smaller strides can
/// still cancel: only 0 where dimensions nest.
class DistanceSearch {
 public:
  explicit DistanceSearch(const std::vector<StrideReach>& by_stride) : by_stride_(by_stride) {}

  Overlap run() {
    if (search(by_stride_.size(), 0, true)) return Overlap::certain;
    return steps_left_ > 0 ? Overlap::none : Overlap::unproven;
  }

 private:
  /// Whether the `count` smallest strides can bring the sum to 0. While all distances are 0, the next is not negative,
  /// because the two elements are interchangeable.
  bool search(std::size_t count, std::int64_t sum, bool all_zero) {
    if (count == 0) return !all_zero;  // the smallest stride had no reach below it, so the sum is 0
    const auto& [last, stride, reach] = by_stride_[count - 1];
    const std::int64_t lowest = std::max(-floor_divide(reach + sum, stride), all_zero ? 0 : -last);
    const std::int64_t highest = std::min(floor_divide(reach - sum, stride), last);
    for (std::int64_t distance = lowest; distance <= highest; ++distance) {
      if (steps_left_ == 0) return false;
      --steps_left_;
      if (search(count - 1, sum + distance * stride, all_zero && distance == 0)) return true;
    }
    return false;
  }

  const std::vector<StrideReach>& by_stride_;
  // A few tenths of a second. Two interleaved dimensions take about as many steps as the smaller size; each further one
  // multiplies that.
  std::int64_t steps_left_ = std::int64_t{1} << 25;
};

}  // namespace

Overlap find_overlap(const TensorDesc& desc) {
  const std::vector<std::uint64_t> strides = strides_of(desc);
  std::vector<StrideReach> by_stride;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    if (desc.sizes[i] == 1) continue;
    if (strides[i] == 0) return Overlap::certain;
    by_stride.push_back(
        {.last = std::int64_t{desc.sizes[i]} - 1, .stride = static_cast<std::int64_t>(strides[i]), .reach = 0});
  }
  std::ranges::sort(by_stride, {}, &StrideReach::stride);

  std::int64_t reach = 0;
  bool nested = true;
  for (StrideReach& dimension : by_stride) {
    dimension.reach = reach;
    nested = nested && dimension.stride > reach;
    reach += dimension.last * dimension.stride;
  }
  if (nested) return Overlap::none;
  if (element_count(desc.sizes) - 1 > static_cast<std::uint64_t>(reach)) return Overlap::certain;  // too few addresses
  constexpr std::int64_t kFarthest = std::int64_t{1} << 61;  // the search adds three of these
  return reach > kFarthest ? Overlap::unproven : DistanceSearch(by_stride).run();
}

}  // namespace modlab::modulus
