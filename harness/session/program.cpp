#include "harness/session/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <span>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/device/status.h"
#include "harness/system/console.h"
#include "harness/system/crash.h"
#include "harness/system/file_failure.h"
#include "harness/system/interrupt.h"
#include "kernels/error.h"

namespace modlab::session {
namespace {

int fail(std::string_view program, std::string message, int status) {
  print_error(program, std::move(message));
  return status;
}

/// stdout could not be written. A reader who has seen enough, as `| head`, is told nothing: the status is the one of
/// programs that SIGPIPE ends.
int fail_output(std::string_view program, std::error_code reason) {
  constexpr int kPipeClosed = 128 + 13;
  if (reason == std::errc::broken_pipe) return kPipeClosed;
  const std::string why = reason ? ": " + reason.message() : "";
  return fail(program, "stdout: cannot be written" + why, kFaultFound);
}

/// The console is ours while this lives.
struct ConsoleUse {
  ConsoleUse() { join_console(); }
  ConsoleUse(const ConsoleUse&) = delete;
  ConsoleUse& operator=(const ConsoleUse&) = delete;
  ~ConsoleUse() { leave_console(); }
};

std::vector<std::string> commands_of(const CLI::App& program) {
  std::vector<std::string> commands;
  for (const CLI::App* each : program.get_subcommands({}))
    if (!each->get_group().empty()) commands.push_back(each->get_name());
  return commands;
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one word the other.
std::size_t typing_errors(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> errors(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i)
    for (std::size_t j = 0; j <= to.size(); ++j) {
      std::size_t& least = errors[i][j];
      least = std::max(i, j);
      if (i == 0 || j == 0) continue;
      const std::size_t replaced = from[i - 1] == to[j - 1] ? 0 : 1;
      least = std::min({errors[i - 1][j] + 1, errors[i][j - 1] + 1, errors[i - 1][j - 1] + replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) least = std::min(least, errors[i - 2][j - 2] + 1);
    }
  return errors.back().back();
}

/// The choice that a misspelt word probably means: one typing error away, or two in a longer word.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> choices) {
  constexpr std::size_t kLongWord = 6;
  std::size_t least = word.size() < kLongWord ? 2 : 3;  // one more than is forgiven
  std::optional<std::string> nearest;
  for (const std::string& choice : choices)
    if (const std::size_t errors = typing_errors(word, choice); errors < least) {
      least = errors;
      nearest = choice;
    }
  return nearest;
}

/// A word that names no command where there must be one, or none at all. CLI11 would only say that one is required.
void check_command(const CLI::App& program, std::span<const char* const> words) {
  const CLI::App* command = &program;
  std::string name = program.get_name();
  bool has_options = false;
  for (const std::string word : words) {
    if (command->get_require_subcommand_min() == 0) return;
    const bool is_option = word.starts_with('-');
    if (is_option && command->get_option_no_throw(word) != nullptr) {
      has_options = true;
      continue;
    }
    const std::vector<std::string> choices = commands_of(*command);
    const auto named = command->get_subcommands([&](const CLI::App* each) { return each->get_name() == word; });
    if (named.empty()) {
      const auto near = nearest_word(word, choices);
      throw Error(fmt::format("unknown {} '{}'{}; see {} --help", is_option ? "option" : "command", word,
                              near ? fmt::format("; did you mean {}?", *near) : std::string(), name));
    }
    command = named.front();
    name += " " + word;
  }
  if (command->get_require_subcommand_min() > 0 && !has_options)
    throw Error(fmt::format("name a command: {}; see {} --help", fmt::join(commands_of(*command), ", "), name));
}

}  // namespace

int run_program(std::string_view name, const std::function<int()>& body) {
#if defined(SIGXFSZ)
  std::signal(SIGXFSZ, SIG_IGN);  // at a limit of file size, writing fails instead
#endif
  const ConsoleUse console;
  announce_crashes(name);
  try {
    const int status = body();
    flush_output();
    return status;
  } catch (const Interrupted& interrupted) {
    return fail(name, interrupted.message, 128 + interrupted.signal);
  } catch (const FileFailure& failure) {
    return fail(name, failure.what(), kFaultFound);
  } catch (const Error& error) {
    return fail(name, error.what(), kWrongCall);
  } catch (const VariantFailure& failure) {
    return fail(name, fmt::format("{}: {}", name_of(failure.status()), failure.what()), kFaultFound);
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return fail_output(name, error.code());
    return fail(name, error.what(), kFaultFound);
  } catch (const std::exception& error) {
    return fail(name, error.what(), kFaultFound);
  }
}

std::optional<int> parse_call(CLI::App& program, int argc, const char* const* argv) {
  check_command(program, {argv + 1, argv + argc});
  try {
    program.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help
      std::ostringstream text;
      const int status = program.exit(error, text, text);
      print_text(text.str());
      return status;
    }
    std::string name = program.get_name();
    for (const CLI::App* command = &program; !command->get_subcommands().empty();) {
      command = command->get_subcommands().front();
      name += " " + command->get_name();
    }
    throw Error(fmt::format("{}; see {} --help", error.what(), name));
  }
}

}  // namespace modlab::session
