#include "harness/report/markdown_cell.h"

#include <fmt/format.h>

namespace modlab::report {

std::string markdown_cell(std::string_view text) {
  constexpr std::string_view kActive = "\\`*[]<>|&";
  std::string cell;
  for (const char c : text) {
    if (kActive.find(c) != std::string_view::npos) cell += '\\';
    cell += c == '\n' ? ' ' : c;
  }
  return cell;
}

std::string markdown_code(std::string_view text) {
  const bool can_be_code = text.find_first_of("`|\n") == std::string_view::npos;
  return can_be_code ? fmt::format("`{}`", text) : markdown_cell(text);
}

}  // namespace modlab::report
