#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <span>

#include "harness/cli/commands.h"
#include "harness/cli/completion.h"
#include "harness/system/console.h"

namespace modlab::cli {

Action add_complete_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("complete", "Print what can stand in place of the last word");
  command.group("");  // not in the help
  command.set_help_flag();
  command.prefix_command();  // the words are another command's, not to be parsed
  return [&program](const std::vector<std::string>& words) {
    for (const std::string& each : completions(program, std::span(words).subspan(2))) print("{}\n", each);
    return 0;
  };
}

}  // namespace modlab::cli
