#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/report/compare_json.h"
#include "harness/report/compare_text.h"
#include "harness/report/gate.h"
#include "harness/session/choices.h"
#include "harness/session/options.h"
#include "harness/session/program.h"
#include "harness/system/console.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::cli {
namespace {

struct CompareCall {
  std::string base;
  std::string next;
  std::string out;
  report::CompareOptions compare;
  std::string false_alarms = "1%";
  bool gate = false;
  std::vector<std::string> fail_on{"slower", "failed"};
  bool json = false;
};

std::vector<report::GateFault> parse_faults(const std::vector<std::string>& names) {
  std::vector<report::GateFault> faults;
  for (const std::string& name : names) {
    if (name == "all") {
      for (const auto& each : report::kGateFaultNames) faults.push_back(each.value);
      continue;
    }
    const auto fault = value_in(report::kGateFaultNames, name);
    if (!fault)
      throw Error(fmt::format("--fail-on '{}': choose from {}, all", name, choices_in(report::kGateFaultNames)));
    faults.push_back(*fault);
  }
  return faults;
}

int compare(CompareCall options) {
  session::check_outputs({path_of(options.out)}, files_of_runs({options.base, options.next}));
  options.compare.false_alarms = session::parse_share(options.false_alarms);
  const std::vector<report::GateFault> fail_on = parse_faults(options.fail_on);
  const report::RunFiles base = read_run(options.base);
  const report::RunFiles next = read_run(options.next);
  const report::RunComparison comparison = report::compare_runs(base, next, options.compare);
  if (!options.out.empty()) replace_file(path_of(options.out), report::comparison_csv(comparison));
  print_text(options.json ? report::comparison_json(base, next, comparison, options.compare)
                          : report::comparison_table(comparison, options.compare));
  const std::string faults = options.gate ? report::gate_text(comparison, fail_on) : std::string();
  if (!faults.empty()) print_error("modlab", "the gate fails: " + faults);
  return faults.empty() ? 0 : session::kFaultFound;
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
  CLI::Option* const gate = command.add_flag(
      "--gate", options->gate,
      "Exit with status 1 on what --fail-on names, and where the runs have nothing in common; equal runs are SLOWER in "
      "at most --false-alarms of the calls");
  CLI::Option* const fail_on =
      command
          .add_option("--fail-on", options->fail_on,
                      "With --gate, a list of slower, unclear (also of a run that was not finished), missing (the new "
                      "run has not tried what the base measured) and failed (nothing passed where the base had a "
                      "figure)")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->capture_default_str()
          ->needs(gate);
  session::offer(fail_on, session::names_in(report::kGateFaultNames));
  command.add_option("--false-alarms", options->false_alarms,
                     "Of comparisons of equal runs, the share that may call anything FASTER or SLOWER (default: 1%)");
  command.add_option("--out", options->out, "Also write the comparison to this CSV file");
  command.add_flag("--json", options->json, "Print JSON for programs (docs/csv.md)");
  return [options](const auto&) { return compare(*options); };
}

}  // namespace modlab::cli
