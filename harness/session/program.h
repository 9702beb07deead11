#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace modlab {

/// Exit statuses of every program beside 0, done.
inline constexpr int kFaultFound = 1;
inline constexpr int kWrongCall = 2;

/// Runs a program's body and gives its exit status. What it throws becomes one line on stderr: kWrongCall for an Error,
/// kFaultFound for all else.
int run_program(std::string_view name, const std::function<int()>& body);

/// Reads the command line; gives the exit status where that was all, as with --help. Throws Error on a wrong call.
std::optional<int> parse_call(CLI::App& program, int argc, const char* const* argv);

}  // namespace modlab
