#include <fmt/format.h>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/report/summary.h"

namespace modlab {

Action add_summary_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("summary", "Winners, tie sets, roofline and noise floor of a run");
  auto path = std::make_shared<std::string>();
  command.add_option("run.csv", *path, "The journal")->required();
  return [path](const std::string&) {
    fmt::print("{}", summarize(read_rows(*path), read_context(*path)));
    return 0;
  };
}

}  // namespace modlab
