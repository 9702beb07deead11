#include <CLI/CLI.hpp>

#include "harness/cli/commands.h"
#include "harness/session/catalogue.h"
#include "harness/session/session.h"
#include "harness/system/crash.h"
#include "harness/tune/kernel_listing.h"

namespace modlab::cli {

Action add_list_kernel_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("list-kernel", "Compile a kernel for the process that starts this one");
  command.group("");  // not in the help
  return [](const auto&) {
    leave_crashes_to_parent();
    tune::serve_listing(
        [](CompilerId id) {
          session::PlatformOptions options;
          options.compiler = name_of(id);
          return session::open_compiler(options);
        },
        session::make_catalogue);
    return 0;
  };
}

}  // namespace modlab::cli
