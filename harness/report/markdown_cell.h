#pragma once

#include <string>
#include <string_view>

namespace modlab::report {

/// A text of a file as a cell of a Markdown table: nothing in it is a cell's end, a link or HTML.
std::string markdown_cell(std::string_view text);

/// The same as code.
std::string markdown_code(std::string_view text);

}  // namespace modlab::report
