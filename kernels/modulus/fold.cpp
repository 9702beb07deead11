#include "kernels/modulus/fold.h"

#include <algorithm>
#include <limits>

namespace modlab::modulus {
namespace {

struct Dimension {
  std::uint64_t size;
  std::uint64_t a_stride;
  std::uint64_t b_stride;
  std::uint64_t out_stride;
};

/// Whether a step along the outer dimension is one past the end of the inner one in every tensor, as it is for two
/// broadcast dimensions.
bool continues(const Dimension& outer, const Dimension& inner) {
  return outer.size * inner.size <= std::numeric_limits<std::uint32_t>::max() &&
         outer.a_stride == inner.a_stride * inner.size && outer.b_stride == inner.b_stride * inner.size &&
         outer.out_stride == inner.out_stride * inner.size;
}

}  // namespace

FoldedModulus fold(const ModulusDesc& desc) {
  const std::vector<std::uint64_t> a_strides = strides_of(desc.a);
  const std::vector<std::uint64_t> b_strides = strides_of(desc.b);
  const std::vector<std::uint64_t> out_strides = strides_of(desc.out);
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < desc.out.sizes.size(); ++i)
    if (desc.out.sizes[i] != 1) dimensions.push_back({desc.out.sizes[i], a_strides[i], b_strides[i], out_strides[i]});
  if (dimensions.empty()) dimensions.push_back({1, 1, 1, 1});
  std::ranges::sort(dimensions, {}, &Dimension::out_stride);  // innermost first

  std::vector<Dimension> merged;
  for (const Dimension& dimension : dimensions)
    if (!merged.empty() && continues(dimension, merged.back()))
      merged.back().size *= dimension.size;
    else
      merged.push_back(dimension);

  FoldedModulus folded;
  for (auto dimension = merged.rbegin(); dimension != merged.rend(); ++dimension) {
    folded.sizes.push_back(static_cast<std::uint32_t>(dimension->size));
    folded.a_strides.push_back(dimension->a_stride);
    folded.b_strides.push_back(dimension->b_stride);
    folded.out_strides.push_back(dimension->out_stride);
  }
  return folded;
}

bool is_one_run(const std::vector<std::uint32_t>& sizes, const std::vector<std::uint64_t>& strides) {
  std::uint64_t packed = 1;
  for (std::size_t i = sizes.size(); i-- > 0; packed *= sizes[i])
    if (strides[i] != packed) return false;
  return true;
}

bool is_packed(const FoldedModulus& folded) {
  return is_one_run(folded.sizes, folded.a_strides) && is_one_run(folded.sizes, folded.b_strides) &&
         is_one_run(folded.sizes, folded.out_strides);
}

bool has_scalar_b(const FoldedModulus& folded) {
  return is_one_run(folded.sizes, folded.a_strides) && is_one_run(folded.sizes, folded.out_strides) &&
         std::ranges::all_of(folded.b_strides, [](std::uint64_t stride) { return stride == 0; });
}

}  // namespace modlab::modulus
