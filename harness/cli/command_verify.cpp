#include <fmt/format.h>

#include <memory>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/cli/progress.h"
#include "harness/cli/session.h"
#include "harness/report/accuracy_matrix.h"
#include "harness/tune/evaluation.h"
#include "kernels/cover.h"

namespace modlab {
namespace {

struct Options {
  WorkloadOptions workload;
  SpaceOptions space;
  PlatformOptions platform;
  bool all = false;
  bool exhaustive = false;
  std::string out;
  std::uint64_t seed = 1;
};

std::vector<Variant> choose_variants(const Workload& workload, const Platform& platform, const Options& options) {
  const VariantSpace space(describe(workload), platform, options.space.filter());
  return options.all || options.space.given() ? space.legal() : pairwise_cover(space.legal());
}

/// Workloads that differ in their data set alone run the same kernels, which then need to be made only once.
std::vector<std::vector<Workload>> group_by_kernel(const std::vector<Workload>& workloads) {
  std::vector<std::vector<Workload>> groups;
  for (const Workload& workload : workloads) {
    const auto same_kernels = [&](const std::vector<Workload>& group) {
      Workload other = group.front();
      other.data_set = workload.data_set;
      return other == workload;
    };
    const auto group = std::ranges::find_if(groups, same_kernels);
    if (group == groups.end())
      groups.push_back({workload});
    else
      group->push_back(workload);
  }
  return groups;
}

std::vector<Workbench> lay_out(const Session& session, const std::vector<Workload>& group, std::uint64_t seed) {
  std::vector<Workbench> benches;
  for (const Workload& workload : group)
    benches.emplace_back(*session.lab.device, *session.compiler, embedded_shaders(), workload, seed);
  return benches;
}

int verify(const Options& options, const std::string& words) {
  const auto workloads = options.exhaustive ? options.workload.exhaustive_workloads() : options.workload.workloads();
  const VariantFilter filter = options.space.filter();
  Session session = open_session(options.platform);
  const Platform platform = platform_of(session.lab);
  check_workloads(workloads, platform, filter);
  std::optional<Journal> journal;
  if (!options.out.empty()) {
    journal = Journal::create(options.out);
    RunContext context = begin_context(session, options.out, words);
    context.mode = "verify";
    context.seed = options.seed;
    write_context(options.out, context);
  }

  ProgressLine line;
  std::vector<Row> rows;
  for (const std::vector<Workload>& group : group_by_kernel(workloads)) {
    std::vector<Workbench> benches = lay_out(session, group, options.seed);
    for (const Variant& variant : choose_variants(group.front(), platform, options)) {
      line.show(fmt::format("{} rows, {}: {}", rows.size(), name_of(group.front()), name_of(variant)));
      const std::vector<Evaluation> evaluations = verify_variant(benches, variant);
      for (std::size_t i = 0; i < evaluations.size(); ++i) {
        Row row = make_row(group[i], evaluations[i], "verify");
        if (journal) journal->append(row);
        rows.push_back(std::move(row));
      }
      if (!lost_its_device(evaluations.back().status)) continue;
      benches.clear();
      session.lab.device = session.lab.make_device();
      benches = lay_out(session, group, options.seed);
    }
  }
  line.clear();
  fmt::print("{}", accuracy_matrix(rows));
  return std::ranges::any_of(rows, [](const Row& row) { return row.status == name_of(Status::wrong_result); }) ? 1 : 0;
}

}  // namespace

Action add_verify_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("verify", "Run variants through the correctness gate, without timing");
  auto options = std::make_shared<Options>();
  // Every pair of edge values fits, every layout has its dimensions, and rows and the whole are odd for every width.
  options->workload.add_to(command, {.type = "all", .shape = "3x17x99", .data_set = "all"});
  options->space.add_to(command);
  options->platform.add_to(command);
  command.add_flag("--all", options->all,
                   "Every legal variant; by default the few that hold every pair of axis values, or what --where and "
                   "--variant ask for");
  command.add_flag("--exhaustive", options->exhaustive, "All 65,536 pairs of the 8-bit types, in place of data sets");
  command.add_option("--out", options->out, "Also write the rows to this journal");
  command.add_option("--seed", options->seed, "Seed of the data");
  return [options](const std::string& words) { return verify(*options, words); };
}

}  // namespace modlab
