#pragma once

#include <algorithm>
#include <string>

namespace modlab {

/// Plain letters alone: names and messages have no others that matter.
inline std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

}  // namespace modlab
