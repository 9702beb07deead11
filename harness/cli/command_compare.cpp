#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/report/compare_text.h"
#include "harness/session/options.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab {
namespace {

struct CompareCall {
  std::string base;
  std::string next;
  std::string out;
  CompareOptions compare;
  std::string false_alarms = "1%";
  bool gate = false;
};

int compare(CompareCall options) {
  refuse_as_output(options.out, {options.base, options.next});
  options.compare.false_alarms = parse_share(options.false_alarms);
  const RunFiles base = read_run(options.base);
  const RunFiles next = read_run(options.next);
  const RunComparison comparison = compare_runs(base, next, options.compare);
  if (!options.out.empty()) replace_file(path_of(options.out), comparison_csv(comparison));
  fmt::print("{}", comparison_table(comparison, options.compare));
  const bool worse =
      !comparison.failed.empty() ||
      std::ranges::find(comparison.differences, Verdict::slower, &Difference::verdict) != comparison.differences.end();
  return options.gate && worse ? 1 : 0;
}

}  // namespace

Action add_compare_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand(
      "compare", "FASTER, SLOWER, SAME or UNCLEAR for every workload of two runs, by the best variant of each class");
  auto options = std::make_shared<CompareCall>();
  command.add_option("base.csv", options->base, "The journal to compare with")->required();
  command.add_option("new.csv", options->next, "The journal to judge")->required();
  command.add_flag("--variants", options->compare.every_variant,
                   "Compare every variant that both runs measured, not only the best");
  command.add_flag("--across", options->compare.across,
                   "Compare runs even if their adapters, drivers, D3D12 implementations or modes differ");
  command.add_flag(
      "--gate", options->gate,
      "Exit with status 1 where anything is SLOWER, which for equal runs is so in at most --false-alarms of the "
      "calls, or failed where the base had a figure");
  command.add_option("--false-alarms", options->false_alarms,
                     "Of comparisons of equal runs, the share that may call anything FASTER or SLOWER (default: 1%)");
  command.add_option("--out", options->out, "Also write the comparison to this CSV file");
  return [options](const auto&) { return compare(*options); };
}

}  // namespace modlab
