#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace modlab::session {

/// The main of each program, which it defines. Its arguments are UTF-8 on every system.
int program_main(int argc, char** argv);

/// The exit statuses of every program other than 0, done, and 128 and a signal's number, interrupted.
inline constexpr int kFaultFound = 1;
inline constexpr int kWrongCall = 2;

/// Runs a program's body and returns its exit status. What it throws becomes one line on stderr, with kWrongCall for an
/// Error other than a FileFailure, 128 and the signal's number for Interrupted, and kFaultFound for anything else, as
/// where stdout could not be written.
int run_program(std::string_view name, const std::function<int()>& body);

/// Parses the command line; returns the exit status where that was all, as with --help. Throws Error on a wrong call.
std::optional<int> parse_call(CLI::App& program, int argc, const char* const* argv);

}  // namespace modlab::session
