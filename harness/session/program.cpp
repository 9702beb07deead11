#include "harness/session/program.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <utility>

#include "harness/device/status.h"
#include "harness/system/append_file.h"
#include "harness/system/console.h"
#include "harness/system/crash.h"
#include "harness/system/interrupt.h"
#include "kernels/error.h"

namespace modlab {
namespace {

int fail(std::string_view program, std::string message, int status) {
  print_error(program, std::move(message));
  return status;
}

/// The console is ours while this lives.
struct ConsoleUse {
  ConsoleUse() { join_console(); }
  ConsoleUse(const ConsoleUse&) = delete;
  ConsoleUse& operator=(const ConsoleUse&) = delete;
  ~ConsoleUse() { leave_console(); }
};

}  // namespace

int run_program(std::string_view name, const std::function<int()>& body) {
#if defined(SIGXFSZ)
  std::signal(SIGXFSZ, SIG_IGN);  // at a limit of file size, writing fails instead
#endif
  const ConsoleUse console;
  announce_crashes(name);
  try {
    return body();
  } catch (const Interrupted& interrupted) {
    return fail(name, interrupted.message, 128 + interrupted.signal);
  } catch (const WriteFailure& failure) {
    return fail(name, failure.what(), kFaultFound);
  } catch (const Error& error) {
    return fail(name, error.what(), kWrongCall);
  } catch (const VariantFailure& failure) {
    return fail(name, fmt::format("{}: {}", name_of(failure.status()), failure.what()), kFaultFound);
  } catch (const std::exception& error) {
    return fail(name, error.what(), kFaultFound);
  }
}

std::optional<int> parse_call(CLI::App& program, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help
    throw Error(fmt::format("{}; see {} --help", error.what(), program.get_name()));
  }
}

}  // namespace modlab
