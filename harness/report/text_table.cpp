#include "harness/report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace modlab::report {

std::string text_table(std::span<const TextLine> lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const TextLine& cells : lines)
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  std::string text;
  for (const TextLine& cells : lines) {
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) text += fmt::format("{:<{}}  ", cells[i], widths[i]);
    text.append(cells.back()).append("\n");
  }
  return text;
}

}  // namespace modlab::report
