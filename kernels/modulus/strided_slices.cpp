#include "kernels/modulus/strided_slices.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "kernels/divide_up.h"
#include "kernels/modulus/boxes.h"
#include "kernels/modulus/plan_parts.h"
#include "kernels/modulus/word_walk.h"

namespace modlab::modulus {
namespace {

/// Boxes for views that begin at multiples of `unit` elements: a box may begin with the last of them.
Boxes boxes_of(const ModulusDesc& desc, const PlanLimits& limits, const FoldedModulus& folded, std::uint64_t unit) {
  return {folded, limits.view_words * elements_per_word(desc) - (unit - 1)};
}

/// The part of one tensor that a box covers.
struct Extent {
  ByteRange range;
  std::uint32_t first;  ///< element, counted from the start of the range
};

/// In a range that begins at a multiple of `unit` elements.
Extent extent_of(const Box& box, const std::vector<std::uint64_t>& strides, std::uint64_t unit,
                 std::uint64_t per_word) {
  std::uint64_t first = 0;
  std::uint64_t elements = 1;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    first += box.first[i] * strides[i];
    elements += (box.sizes[i] - 1) * strides[i];
  }
  const auto in_unit = static_cast<std::uint32_t>(first % unit);
  return {{(first - in_unit) / per_word * kWordBytes, divide_up(in_unit + elements, per_word) * kWordBytes}, in_unit};
}

/// A dispatch that walks over a box of Out.
Slice strided_slice(const Box& box, const FoldedModulus& folded, std::uint64_t unit, std::uint64_t per_word,
                    const Variant& variant, const PlanLimits& limits) {
  const Extent a = extent_of(box, folded.a_strides, unit, per_word);
  const Extent b = extent_of(box, folded.b_strides, unit, per_word);
  const Extent out = extent_of(box, folded.out_strides, unit, per_word);
  const WordWalk walk = walk_words(box.sizes, folded.out_strides, unit);
  // By rows, the words after the last whole vector are counted apart.
  const std::uint64_t covered = out.first + walk.elements;
  const bool by_rows = variant.loop == Loop::rows;
  const auto units = static_cast<std::uint32_t>(by_rows ? covered / unit : divide_up(covered, unit));
  Slice slice = make_slice(units, variant, limits.grid_groups);
  slice.ranges = {a.range, b.range, out.range};
  if (by_rows) slice.constants[1] = static_cast<std::uint32_t>(divide_up(covered % unit, per_word));

  std::vector<std::uint32_t>& constants = slice.constants;
  constants.insert(constants.end(), {a.first, b.first, out.first});
  const std::size_t rank = box.sizes.size();
  // A value past 32 bits belongs to a dimension of one element and is multiplied by 0.
  const auto push = [&](std::uint64_t value) { constants.push_back(static_cast<std::uint32_t>(value)); };
  for (std::size_t i = 0; i < rank; ++i)
    for (const std::uint64_t value :
         {std::uint64_t{box.sizes[i]}, folded.a_strides[i], folded.b_strides[i], walk.strides[i]})
      push(value);
  const std::size_t padded_rank = padded(rank);
  for (std::size_t i = 0; i < padded_rank; ++i)
    push(i < rank ? std::bit_cast<std::uint32_t>(1.0f / static_cast<float>(walk.strides[i])) : 0);
  for (std::size_t i = 0; i < padded_rank; ++i) push(i < rank ? (folded.out_strides[i] - walk.strides[i]) / unit : 0);
  return slice;
}

}  // namespace

std::uint64_t strided_slice_count(const ModulusDesc& desc, const FoldedModulus& folded, std::uint64_t unit,
                                  const PlanLimits& limits) {
  return boxes_of(desc, limits, folded, unit).count();
}

void add_strided_slices(KernelPlan& plan, const FoldedModulus& folded, std::uint64_t unit, const PlanLimits& limits) {
  const std::uint64_t per_word = elements_per_word(plan.desc);
  const Boxes boxes = boxes_of(plan.desc, limits, folded, unit);
  for (std::uint64_t i = 0; i < boxes.count(); ++i) {
    Slice slice = strided_slice(boxes.at(i), folded, unit, per_word, plan.variant, limits);
    slice.waits = i > 0 && per_word > 1;
    plan.slices.push_back(std::move(slice));
  }
}

bool skips_units(const Slice& slice, std::size_t rank) {
  const std::span skips = std::span(slice.constants).last(padded(rank));
  return std::ranges::any_of(skips, [](std::uint32_t units) { return units != 0; });
}

}  // namespace modlab::modulus
