#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace modlab::gui {

/// What a piece of HLSL is, as far as a reader wants to see it at a glance.
enum class HlslKind {
  plain,
  keyword,  ///< also types and what the language defines
  number,
  comment,
  declaration,   ///< a comment that tells modlab something
  preprocessor,  ///< also an attribute in brackets
};

/// A piece of a line.
struct HlslToken {
  std::size_t begin = 0;
  std::size_t length = 0;
  HlslKind kind = HlslKind::plain;

  bool operator==(const HlslToken&) const = default;
};

/// The pieces of each line, in order and without gaps.
std::vector<std::vector<HlslToken>> tokenize_hlsl(std::string_view text);

}  // namespace modlab::gui
