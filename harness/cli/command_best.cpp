#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/session/session.h"
#include "harness/store/tuned.h"
#include "kernels/error.h"
#include "kernels/space.h"

namespace modlab {
namespace {

struct Options {
  WorkloadOptions workload;
  PlatformOptions platform;
  std::string tuned;
  std::string accuracy = "exact";
  bool json = false;
};

struct Answer {
  Workload workload;
  TunedConfiguration configuration;
  std::string differs;  ///< empty where the very class was tuned
};

/// The nearest configuration whose variant can compute the workload.
Answer answer(const Workload& workload, std::vector<TunedConfiguration> known, const Platform& platform,
              const Options& options) {
  const TunedKey asked = tuned_key(platform.device, workload, options.accuracy);
  std::ranges::stable_sort(known, {}, [&](const TunedConfiguration& each) { return distance(asked, each.key); });
  for (const TunedConfiguration& configuration : known)
    if (configuration.key.accuracy == asked.accuracy &&
        !why_illegal(parse_variant(configuration.variant), describe(workload), platform))
      return {workload, configuration, differences(asked, configuration.key)};
  throw Error(fmt::format("nothing that was tuned serves {}; tune it with `modlab tune {}`", name_of(workload),
                          name_of(workload)));
}

nlohmann::json to_json(const Answer& answer) {
  const TunedConfiguration& found = answer.configuration;
  return {{"workload", name_of(answer.workload)},
          {"variant", found.variant},
          {"accuracy", found.key.accuracy},
          {"match", answer.differs.empty() ? "exact" : "nearest"},
          {"differs", answer.differs},
          {"evidence",
           {{"workload", found.workload},
            {"adapter", found.key.adapter},
            {"driver", found.key.driver},
            {"implementation", found.key.implementation},
            {"mode", found.mode},
            {"median_ns", found.median_ns},
            {"ci_low_ns", found.ci_low_ns},
            {"ci_high_ns", found.ci_high_ns},
            {"gbps", found.gbps},
            {"roofline_pct", found.roofline_pct},
            {"ties", found.ties},
            {"run", found.run},
            {"utc", found.utc}}}};
}

std::string to_text(const Answer& answer) {
  const TunedConfiguration& found = answer.configuration;
  std::string text =
      fmt::format("{}\n  {}\n  {:.2f} GB/s, {:.0f} % of the roofline, {} ties; run {}, {}\n", name_of(answer.workload),
                  found.variant, found.gbps, found.roofline_pct, found.ties.size(), found.run, found.utc);
  if (!answer.differs.empty())
    text += fmt::format("  nearest that was tuned: {} ({})\n", found.workload, answer.differs);
  return text;
}

int best(const Options& options) {
  if (!value_in(kAccuracyNames, options.accuracy))
    throw Error(
        fmt::format("--accuracy '{}' is unknown; choose from {}", options.accuracy, choices_in(kAccuracyNames)));
  const std::vector<Workload> workloads = options.workload.workloads();
  const std::filesystem::path path = options.tuned.empty() ? default_tuned() : std::filesystem::path(options.tuned);
  const std::vector<TunedConfiguration> known = read_tuned(path);
  if (known.empty()) throw Error(fmt::format("{}: nothing was tuned yet; `modlab tune` does", path.string()));
  const Session session = open_session(options.platform);
  const Platform& platform = session.lab.platform;
  nlohmann::json all = nlohmann::json::array();
  std::string text;
  for (const Workload& workload : workloads) {
    const Answer found = answer(workload, known, platform, options);
    all.push_back(to_json(found));
    text += to_text(found);
  }
  fmt::print("{}", options.json ? all.dump(1) + '\n' : text);
  return 0;
}

}  // namespace

Action add_best_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("best", "The tuned variant a program should use");
  auto options = std::make_shared<Options>();
  options->workload.add_to(command, {.type = "f32", .shape = "1048576", .data_set = "mixed"});
  options->platform.add_to(command);
  command.add_option("--accuracy", options->accuracy, "exact, formula");
  command.add_option("--tuned", options->tuned, "The database (default: the one that tune writes)");
  command.add_flag("--json", options->json, "For programs: a list with one object for each workload");
  return [options](const std::string&) { return best(*options); };
}

}  // namespace modlab
