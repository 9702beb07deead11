#include "kernels/modulus/boxes.h"

#include <algorithm>
#include <array>

#include "kernels/divide_up.h"

namespace modlab::modulus {
namespace {

using Sizes = std::vector<std::uint32_t>;
using Strides = std::vector<std::uint64_t>;

std::uint64_t reach_along(const Sizes& sizes, const Strides& strides, std::size_t i) {
  return (sizes[i] - 1) * strides[i];
}

/// The largest distance between two elements along the dimensions from `outermost` on.
std::uint64_t reach(const Sizes& sizes, const Strides& strides, std::size_t outermost = 0) {
  std::uint64_t sum = 0;
  for (std::size_t i = outermost; i < sizes.size(); ++i) sum += reach_along(sizes, strides, i);
  return sum;
}

struct Cut {
  std::size_t dimension;
  std::uint32_t size;
};

/// Cuts the dimension with the longest reach, from `outermost` on, into the fewest pieces that bring the total reach
/// down to `most`, or into two where the other dimensions alone exceed that.
Cut find_cut(const Sizes& sizes, const Strides& strides, std::size_t outermost, std::uint64_t most) {
  std::size_t farthest = outermost;
  for (std::size_t i = outermost; i < sizes.size(); ++i)
    if (reach_along(sizes, strides, i) > reach_along(sizes, strides, farthest)) farthest = i;
  const std::uint64_t others = reach(sizes, strides, outermost) - reach_along(sizes, strides, farthest);
  const std::uint64_t size = sizes[farthest];
  const std::uint64_t pieces = others < most ? divide_up(size, (most - others) / strides[farthest] + 1) : 2;
  return {farthest, static_cast<std::uint32_t>(divide_up(size, pieces))};
}

/// Starts with the tensor that reaches farthest: cutting for it may be enough for the others.
void cut_to_fit(Sizes& sizes, const FoldedModulus& folded, std::uint64_t most) {
  const std::array tensors{&folded.a_strides, &folded.b_strides, &folded.out_strides};
  const auto reach_of = [&](const Strides* strides) { return reach(sizes, *strides); };
  while (true) {
    const Strides& strides = **std::ranges::max_element(tensors, {}, reach_of);
    if (reach(sizes, strides) <= most) return;
    const Cut cut = find_cut(sizes, strides, 0, most);
    sizes[cut.dimension] = cut.size;
  }
}

void cut_to_nest(Sizes& sizes, const Strides& strides) {
  for (std::size_t i = sizes.size(); i-- > 0;)
    while (sizes[i] > 1 && reach(sizes, strides, i + 1) >= strides[i]) {
      const Cut within = find_cut(sizes, strides, i + 1, strides[i] - 1);
      if (divide_up(sizes[within.dimension], within.size) < sizes[i])
        sizes[within.dimension] = within.size;
      else
        sizes[i] = 1;
    }
}

}  // namespace

Boxes::Boxes(const FoldedModulus& folded, std::uint64_t view_elements) : space_(folded.sizes), sizes_(folded.sizes) {
  cut_to_fit(sizes_, folded, view_elements - 1);
  cut_to_nest(sizes_, folded.out_strides);
}

std::uint64_t Boxes::count() const {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < space_.size(); ++i) count *= divide_up(space_[i], sizes_[i]);
  return count;
}

Box Boxes::at(std::uint64_t index) const {
  Box box{.first = space_, .sizes = space_};
  for (std::size_t i = space_.size(); i-- > 0;) {
    const std::uint64_t pieces = divide_up(space_[i], sizes_[i]);
    box.first[i] = static_cast<std::uint32_t>(index % pieces) * sizes_[i];
    box.sizes[i] = std::min(sizes_[i], space_[i] - box.first[i]);
    index /= pieces;
  }
  return box;
}

}  // namespace modlab::modulus
