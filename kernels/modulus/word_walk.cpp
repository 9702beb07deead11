#include "kernels/modulus/word_walk.h"

namespace modlab::modulus {
namespace {

/// The outermost dimension whose rows may share a word with the next row; the rank if there is none. From there inwards
/// the walk keeps Out's strides, because skipping words would separate the elements of such rows.
std::size_t outermost_shared(const std::vector<std::uint32_t>& sizes, const std::vector<std::uint64_t>& out_strides,
                             std::uint64_t elements_per_word) {
  std::size_t outermost = sizes.size();
  std::uint64_t row_elements = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 1) continue;
    if (out_strides[i] < row_elements + elements_per_word - 1) outermost = i;
    row_elements += (sizes[i] - 1) * out_strides[i];
  }
  return outermost;
}

}  // namespace

WordWalk walk_words(const std::vector<std::uint32_t>& sizes, const std::vector<std::uint64_t>& out_strides,
                    std::uint64_t elements_per_word) {
  const std::size_t shared = outermost_shared(sizes, out_strides, elements_per_word);
  WordWalk walk{.strides = out_strides, .elements = 1};
  for (std::size_t i = sizes.size(); i-- > 0;) {
    // A dimension of one element may have any stride beyond the others', whatever its own is.
    if (i < shared || sizes[i] == 1) {
      const std::uint64_t least = walk.elements + elements_per_word - 1;
      walk.strides[i] = least + (out_strides[i] - least) % elements_per_word;
    }
    walk.elements += (sizes[i] - 1) * walk.strides[i];
  }
  return walk;
}

}  // namespace modlab::modulus
