#pragma once

#include <cstdint>
#include <vector>

namespace modlab {

/// A way through the words of Out that hold a box's elements, so that a kernel has threads for these and few for the
/// words between them. It is Out's own storage with other strides: each is the true one less some whole words, so that
/// an element keeps its place in its word, and two elements share a word of the walk exactly where they share one of
/// Out.
struct WordWalk {
  std::vector<std::uint64_t> strides;
  std::uint64_t elements;  ///< from the first place to the last
};

/// Out's strides must nest in a box of these sizes; see Boxes.
WordWalk walk_words(const std::vector<std::uint32_t>& sizes, const std::vector<std::uint64_t>& out_strides,
                    std::uint64_t elements_a_word);

}  // namespace modlab
