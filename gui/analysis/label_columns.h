#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::gui {

/// The width of a text as it will be drawn.
using TextWidth = std::function<float(std::string_view)>;

/// The text, or as much of its beginning as fits the width, with an ellipsis.
std::string fit_text(std::string_view text, float width, const TextWidth& width_of);

/// Names of workloads below each other, as a table of their parts: no two texts can overlap, however many there are.
struct LabelColumns {
  struct Column {
    float x = 0;
    float width = 0;
    std::vector<std::string> texts;  ///< one per label, no wider than the column
  };

  std::string shared;                ///< the parts that all labels have, which are in no column
  std::vector<Column> columns;       ///< of the others, from left to right
  std::vector<std::size_t> repeats;  ///< per label, how many leading columns it has in common with the one above
  float width = 0;
};

/// Columns with this gap after each. Where they would be wider than `most` altogether, those that are not needed to
/// tell the labels apart are left out, the widest first, and then the widest are cut.
LabelColumns label_columns(const std::vector<std::string>& labels, float most, float gap, const TextWidth& width_of);

}  // namespace modlab::gui
