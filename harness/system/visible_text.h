#pragma once

#include <string>
#include <string_view>

namespace modlab {

/// The text with everything escaped that a terminal would act on or that shows it in another order: control characters
/// as \x1b, those beyond ASCII and the overrides of direction as \u009b, and what is not UTF-8 as \xff. Lines and tabs
/// stay. The escapes within JSON are JSON's, because its text has no control characters below 127 and is UTF-8.
std::string visible_text(std::string_view text);

/// The text on one line: its line ends are escaped as well, and nothing else is.
std::string without_line_ends(std::string_view text);

}  // namespace modlab
