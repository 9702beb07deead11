#pragma once

#include <cstdint>
#include <vector>

namespace modlab::modulus {

/// A walk over the words of Out that hold a box's elements, so that few threads are spent on the words between them. It
/// is Out's storage with smaller strides: each is the true one less a whole number of words, so that an element keeps
/// its position within its word, and two elements share a word of the walk exactly if they share one of Out.
struct WordWalk {
  std::vector<std::uint64_t> strides;
  std::uint64_t elements;  ///< from the first to the last, gaps included
};

/// Out's strides must nest in a box of these sizes; see Boxes.
WordWalk walk_words(const std::vector<std::uint32_t>& sizes, const std::vector<std::uint64_t>& out_strides,
                    std::uint64_t elements_per_word);

}  // namespace modlab::modulus
