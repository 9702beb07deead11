#pragma once

#include <span>
#include <string>
#include <vector>

namespace modlab::report {

using TextLine = std::vector<std::string>;

/// Lines of as many cells each, the headings first, with every column as wide as its widest cell.
std::string text_table(std::span<const TextLine> lines);

}  // namespace modlab::report
