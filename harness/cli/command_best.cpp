#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/session/choices.h"
#include "harness/session/session.h"
#include "harness/store/best_answer.h"
#include "harness/system/console.h"
#include "harness/system/path.h"
#include "kernels/error.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::cli {
namespace {

struct BestCall {
  session::WorkloadOptions workload;
  session::PlatformOptions platform;
  std::string tuned;
  std::string accuracy = "exact";
  std::string mode{measure::name_of(measure::Mode::warm)};
  bool built_in = false;
  bool json = false;
};

/// A user's kernel, whose file is not at hand, serves what it was timed on, in any size and with any data.
bool own_serves(store::TunedKey key, const store::TunedKey& asked) {
  key.size_bucket = asked.size_bucket;
  key.data_set = asked.data_set;
  key.driver = asked.driver;
  key.mode = asked.mode;
  key.kernel = {};
  return key == asked;
}

/// The nearest configuration whose variant can compute the workload.
store::BestAnswer answer(const Workload& workload, const std::vector<store::TunedConfiguration>& known,
                         const Platform& platform, const BestCall& options) {
  const store::TunedKey asked = store::tuned_key(platform.device, workload, options.accuracy, options.mode);
  const auto serves = [&](const store::TunedConfiguration& configuration) {
    if (configuration.key.accuracy != asked.accuracy) return false;
    if (!family_of(configuration.variant).empty()) return !options.built_in && own_serves(configuration.key, asked);
    return !modulus::why_illegal(modulus::parse_variant(configuration.variant),
                                 modulus::describe(*modulus::modulus_of(workload)), platform);
  };
  for (const store::TunedConfiguration& configuration : store::nearest_first(known, asked))
    if (serves(configuration)) return {workload.name, configuration, store::differences(asked, configuration.key)};
  throw Error(fmt::format("no tuned configuration serves {}; tune it with `modlab tune {}`", name_of(workload),
                          name_of(workload)));
}

std::string to_text(const store::BestAnswer& answer) {
  const store::TunedConfiguration& found = answer.configuration;
  std::string text =
      fmt::format("{}\n  {}\n  {:.2f} GB/s, {:.0f} % of the roofline, {} ties; run {}, {}\n", answer.workload,
                  found.variant, found.gbps, found.roofline_pct, found.ties.size(), found.run, found.utc);
  if (!found.key.kernel.empty()) text += "  a kernel of your own; --built-in names the best of the others\n";
  if (!answer.differs.empty())
    text += fmt::format("  nearest tuned workload: {} ({})\n", found.workload, answer.differs);
  return text;
}

int best(const BestCall& options) {
  const std::vector<Workload> workloads = options.workload.workloads();
  const std::filesystem::path path = options.tuned.empty() ? session::default_tuned() : path_of(options.tuned);
  const std::vector<store::TunedConfiguration> known = store::read_tuned(path);
  if (known.empty()) throw Error(fmt::format("{}: nothing is tuned yet; run `modlab tune`", path.string()));
  const session::Session session = session::open_session(options.platform);
  const Platform& platform = session.lab.platform;
  std::vector<store::BestAnswer> answers;
  for (const Workload& workload : workloads) answers.push_back(answer(workload, known, platform, options));
  if (options.json) {
    print_text(store::best_json(answers));
    return 0;
  }
  for (const store::BestAnswer& found : answers) print_text(to_text(found));
  return 0;
}

}  // namespace

Action add_best_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("best", "Print the tuned variant that a program should use");
  auto options = std::make_shared<BestCall>();
  options->workload.add_to(command);
  options->platform.add_to(command);
  session::choose_from(command.add_option("--accuracy", options->accuracy, "The accuracy class (default: exact)"),
                       {"exact", "formula"});
  session::choose_from(command.add_option("--mode", options->mode, "How the program runs it (default: warm)"),
                       session::names_in(measure::kModeNames));
  command.add_option("--tuned", options->tuned, "The tuned configurations (default: those that tune writes)");
  command.add_flag("--built-in", options->built_in, "For programs without users' kernels: the best of the others");
  command.add_flag("--json", options->json, "Print JSON for programs: a list with one object per workload");
  return [options](const auto&) { return best(*options); };
}

}  // namespace modlab::cli
