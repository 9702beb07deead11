#pragma once

#include <string>

namespace CLI {
class App;
}

namespace modlab::session {

/// A program's manual page, in man's own language, from what its --help prints, and so never behind it.
std::string manual_page(const CLI::App& program);

/// Gives a program the flag --manual, which prints that page. It is for the build and not in the help.
void add_manual_flag(CLI::App& program);

}  // namespace modlab::session
