#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace modlab {

/// To be called before a program prints. On Windows, what is printed as UTF-8 then reads as such, whatever code page
/// the console had, and a program with windows, to which Windows gives no console, writes to the one that it was called
/// from unless its output goes elsewhere. Nothing to do on other systems.
void join_console();

/// Gives the console back as it was: its code page outlives a program. A program with windows then no longer ends with
/// its caller's console, or by a Ctrl+C that is meant for another program.
void leave_console();

// Text leaves for a terminal here alone, as visible_text: names, details and messages may come from anybody's files.

/// Prints on stdout. Throws std::system_error where it cannot.
void print_text(std::string_view text);
template <typename... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
  print_text(fmt::format(format, std::forward<Values>(values)...));
}

/// Writes what stdout still holds back. Throws std::system_error, as print does, where not all of what was printed
/// could be written; it has no code where the reason is not known any more.
void flush_output();

/// Writes over the line of stderr on which the cursor is. The text must have no lines, and must fit.
void overprint(std::string_view text);

/// Prints "program: message" as one line on stderr. A Windows program with windows and without stderr, as
/// modlab-gui.exe after a double click, shows the message in a box instead.
void print_error(std::string_view program, std::string message);

/// How many characters a line of stderr can have before it wraps; nothing where it is not a terminal.
std::optional<std::size_t> terminal_width();

}  // namespace modlab
