#pragma once

#include <string>
#include <string_view>

namespace modlab::html {

/// Text as HTML and SVG take it, as content or between quotes: names of adapters and files may contain anything.
std::string html_escaped(std::string_view text);

}  // namespace modlab::html
