#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace modlab::gui {

/// Two texts side by side.
struct LineDifference {
  /// A line of one text, of the other, or of both: the same, alike, or one in place of the other.
  struct Row {
    std::optional<std::size_t> left;  ///< index of the line
    std::optional<std::size_t> right;
    bool matches = false;  ///< alike at least: no difference

    bool operator==(const Row&) const = default;
  };
  std::vector<std::string> left;
  std::vector<std::string> right;
  std::vector<Row> rows;
  std::vector<std::size_t> changes;  ///< indices of the rows where differences begin
};

/// What has to agree for two lines to be alike.
using LineKey = std::function<std::string(std::string_view)>;

/// As few differing lines as possible (Myers, 1986, in linear space), unless ten thousand differ. Without a key, lines
/// are alike where they are the same.
LineDifference line_difference(std::string_view left, std::string_view right, const LineKey& key = {});

/// A line of disassembly without the numbers of its registers and values. These are counted through: one more
/// instruction at the top would make all others different.
std::string without_numbering(std::string_view line);

/// A row to show, or in its place the number of rows without a difference from there on.
struct ShownRow {
  std::size_t row = 0;
  std::size_t folded = 0;

  bool operator==(const ShownRow&) const = default;
};

/// The rows with a difference and so many around them.
std::vector<ShownRow> fold_equal(const LineDifference& difference, std::size_t around);
/// Every row.
std::vector<ShownRow> all_rows(const LineDifference& difference);

/// Where two lines differ: from the first byte that does to the last, of either.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool operator==(const TextRange&) const = default;
};
std::pair<TextRange, TextRange> differing_part(std::string_view left, std::string_view right);

}  // namespace modlab::gui
