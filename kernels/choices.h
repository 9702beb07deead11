#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

/// What --where and tables by axis can name of the built-in candidates.
struct Choice {
  std::string_view name;
  std::vector<std::string> texts;  ///< that it can be, in the order of its axis
  bool is_column = true;           ///< of the journal; otherwise an axis of several columns as a whole
  bool is_part = false;            ///< of an axis of several columns with another name
  /// What a candidate of this name has chosen; empty where that says nothing. Throws Error on names of other versions.
  std::function<std::string(std::string_view candidate)> text;
};
std::span<const Choice> candidate_choices();

/// The order of candidates' names in a space, the plainest first. Users' kernels come after all others, and so do names
/// that this version does not know.
std::vector<std::size_t> plainness_of(std::string_view candidate);

}  // namespace modlab
