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
  std::string out;
  std::uint64_t seed = 1;
};

std::vector<Variant> choose_variants(const Workload& workload, const Platform& platform, const Options& options) {
  const VariantSpace space(workload, platform, options.space.filter());
  return options.all || options.space.given() ? space.legal() : pairwise_cover(space.legal());
}

int verify(const Options& options, const std::string& words) {
  const auto workloads = options.workload.workloads();
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
  for (const Workload& workload : workloads) {
    std::optional<Workbench> bench;
    for (const Variant& variant : choose_variants(workload, platform, options)) {
      if (!bench) bench.emplace(*session.lab.device, *session.compiler, embedded_shaders(), workload, options.seed);
      line.show(fmt::format("{}: {}", name_of(workload), name_of(variant)));
      const Evaluation evaluation = verify_variant(*bench, variant);
      Row row = make_row(workload, evaluation, "verify");
      if (journal) journal->append(row);
      rows.push_back(std::move(row));
      if (lost_its_device(evaluation.status)) {
        bench.reset();
        session.lab.device = session.lab.make_device();
      }
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
  // Every pair of edge values fits, and the count is odd for every vector width.
  options->workload.add_to(command, {.shape = "5003", .data_set = "all"});
  options->space.add_to(command);
  options->platform.add_to(command);
  command.add_flag("--all", options->all,
                   "Every legal variant; by default the few that hold every pair of axis values, or what --where and "
                   "--variant ask for");
  command.add_option("--out", options->out, "Also write the rows to this journal");
  command.add_option("--seed", options->seed, "Seed of the data");
  return [options](const std::string& words) { return verify(*options, words); };
}

}  // namespace modlab
