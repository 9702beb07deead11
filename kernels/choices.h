#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

/// What --where and tables by axis can name of the built-in candidates.
struct Choice {
  std::string_view name;
  std::vector<std::string> texts;                      ///< that it can be, in the order of its axis
  bool is_part = false;                                ///< of an axis of several columns with another name
  std::vector<std::string_view> columns{};             ///< of the journal, where an axis of several is meant as a whole
  std::vector<std::vector<std::string>> column_texts;  ///< likewise, what these hold for each of the texts

  /// Whether it is a column of the journal itself.
  [[nodiscard]] bool is_column() const { return columns.empty(); }
};
std::span<const Choice> candidate_choices();

/// The order of candidates' names in a space, the plainest first. Users' kernels come after all others, and so do names
/// that this version does not know.
std::vector<std::size_t> plainness_of(std::string_view candidate);

}  // namespace modlab
