#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "kernels/split.h"

namespace modlab {

/// ASCII only: names and messages have no other letters that matter.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

/// Whether a text contains every one of these words, in any case.
inline bool has_words(std::string_view text, std::string_view words) {
  const std::string lower = lower_case(text);
  const std::string wanted = lower_case(words);
  return std::ranges::all_of(split_words(wanted),
                             [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace modlab
