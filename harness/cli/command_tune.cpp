#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/cli/progress.h"
#include "harness/cli/read_rows.h"
#include "harness/cli/resume_hint.h"
#include "harness/d3d12/capture.h"
#include "harness/report/none_passed.h"
#include "harness/report/summary.h"
#include "harness/session/program.h"
#include "harness/session/session.h"
#include "harness/store/journal.h"
#include "harness/store/tuned.h"
#include "harness/system/console.h"
#include "harness/system/host.h"
#include "harness/system/interrupt.h"
#include "harness/system/path.h"
#include "harness/tune/strategy.h"
#include "harness/tune/tuner.h"
#include "kernels/error.h"

namespace modlab::cli {
namespace {

struct TuneCall {
  WorkloadOptions workload;
  SpaceOptions space;
  PlatformOptions platform;
  EvaluationOptions evaluation;
  ConditionOptions conditions;
  SamplingOptions sampling;
  std::string strategy{kDefaultStrategy};
  bool no_transfer = false;
  std::string tuned;
  std::string budget;
  std::string budget_per;
  std::string shard;
  std::string out;
  std::string resume;
  std::uint64_t seed = 1;
};

std::shared_ptr<TuneCall> add_common(CLI::App& command) {
  auto options = std::make_shared<TuneCall>();
  options->workload.add_to(command, {.type = "f32", .shape = "1048576", .data_set = "mixed"});
  options->space.add_to(command);
  options->platform.add_to(command);
  options->evaluation.add_to(command);
  options->evaluation.add_peer_to(command);
  options->conditions.add_to(command);
  options->sampling.add_to(command, {},
                           "Compare variants in at least so many rounds, if the budget allows, or without one 2 s per "
                           "variant and 40 rounds");
  command.add_option("--out", options->out, "The journal to write (default: a new file in results/runs)");
  command.add_option("--resume", options->resume,
                     "Resume the journal of a stopped run, or start it if there is none yet");
  command.add_option("--seed", options->seed, "Seed of the data and of every random order")->transform(whole_number());
  return options;
}

/// A run's files, and what is known of it before it starts or resumes.
struct OpenRun {
  Journal journal;
  RunContext context;
};

OpenRun open_run(const TuneCall& options, const TuneRequest& request, const Platform& platform, const std::string& name,
                 const std::vector<std::string>& words) {
  if (!options.out.empty() && !options.resume.empty())
    throw Error("give --out for a new journal or --resume for an old one; not both");
  const bool resumes = !options.resume.empty() && std::filesystem::exists(path_of(options.resume));
  const std::string& named = options.resume.empty() ? options.out : options.resume;
  Journal journal = resumes         ? Journal::resume(path_of(named))
                    : named.empty() ? Journal::create_unused(default_journal(name))
                                    : Journal::create(path_of(named));
  const std::filesystem::path path = journal.path();
  RunContext context = begin_context(platform, options.conditions.stable_power(), path, words);
  describe_request(request, context);
  if (resumes) report_removed(journal);
  std::optional<RunContext> before = resumes ? context_to_resume(journal) : std::nullopt;
  if (!before) return {std::move(journal), std::move(context)};
  check_same_run(*before, context, path);
  before->resumed.push_back(utc_now());
  return {std::move(journal), *std::move(before)};
}

/// Throws Error where the run and its tuned configurations would be written into one file.
void check_files(const TuneCall& options, const std::filesystem::path& tuned) {
  const std::string& named = options.resume.empty() ? options.out : options.resume;
  if (named.empty()) return;
  check_name(path_of(named));
  Paths outputs = files_of_run(path_of(named));
  outputs.push_back(tuned);
  check_outputs(outputs, {});
}

/// Runs the request into a journal, with progress, and prints the summary. The best variants go into the file `tuned`,
/// if one is named. A fault is a workload without a confirmed variant.
int run_and_summarize(const TuneCall& options, TuneRequest request, const std::string& name,
                      const std::vector<std::string>& words, const std::filesystem::path& tuned = {}) {
  note_interrupts();
  request.filter = options.space.filter();
  request.workloads = options.workload.workloads(request.filter.kernels());
  request.seed = options.seed;
  request.conditions = options.conditions.conditions();
  request.sampling = options.sampling.rule();
  request.peer = options.evaluation.peer().given();
  check_files(options, tuned);
  const bool shows_best = deals_workloads(request.shard, request.workloads.size());
  if (shows_best && !tuned.empty()) check_tuned(tuned);
  if (find_strategy(request.strategy).uses_known) request.known = read_tuned(tuned);
  const auto evaluator = open_evaluator(options.platform, options.evaluation, options.conditions.stable_power());
  const Platform& platform = evaluator->platform();
  check_workloads(request.workloads, request.seed, platform, request.filter, request.conditions);
  auto [journal, context] = open_run(options, request, platform, name, words);
  ProgressLine line;
  with_resume_hint(journal.path(), [&] {
    tune(*evaluator, request, journal, context,
         [&](const Progress& progress) { line.show(progress_text(progress, request.budget)); });
  });
  line.clear();
  const std::vector<Row> rows = journal.read_rows();
  print("{}\njournal {}\n", summarize(rows, context), journal.path().string());
  if (!shows_best) {
    print("a shard of the variants does not show the best; `modlab merge` joins the shards\n");
    return 0;
  }
  with_resume_hint(journal.path(), [&] {  // which adds them where that fails now
    if (!tuned.empty() && merge_tuned(tuned, tuned_configurations(rows, context))) print("tuned {}\n", tuned.string());
  });
  const std::vector<std::string> without = where_none_confirmed(rows, context);
  for (const std::string& workload : without) print_error("modlab", workload);
  return without.empty() ? 0 : kFaultFound;
}

/// Runs one variant once for a capture: in this process, into which PIX is loaded, and without a figure, since PIX
/// slows down what it watches.
int capture_variant(const TuneCall& options, const std::string& file) {
  const VariantFilter filter = options.space.filter();
  const std::vector<Workload> workloads = options.workload.workloads(filter.kernels());
  const std::vector<Variant>& variants = filter.variants();
  if (workloads.size() != 1 || variants.size() != 1)
    throw Error("--capture takes one variant of one workload; name them with --variant and --op, --dtype, ...");
  d3d12::Capture capture(path_of(file));
  const Session session = open_session(options.platform, {.stable_power = options.conditions.stable_power(),
                                                          .time_limit = options.evaluation.time_limit()});
  const Lab& lab = session.lab;
  const Conditions conditions = options.conditions.conditions();
  check_workloads(workloads, options.seed, lab.platform, filter, conditions);
  Workbench bench(*lab.device, *lab.compiler, *lab.sources, workloads.front(), options.seed, {}, conditions);
  const PreparedKernel prepared = bench.prepare(variants.front());
  bench.verify(prepared);  // also gets over with what drivers defer to a kernel's first launch
  capture.begin();
  static_cast<void>(bench.time(prepared, 1));
  capture.end();
  print("{} of {} is in {}\n", name_of(variants.front()), name_of(workloads.front()), file);
  return 0;
}

}  // namespace

Action add_tune_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("tune", "Search for the best variant of each workload and keep every result");
  auto options = add_common(command);
  std::string choices;
  for (const StrategyInfo& strategy : strategies())
    choices += fmt::format("{}{}: {}", choices.empty() ? "" : "; ", strategy.name, strategy.summary);
  command.add_option("--strategy", options->strategy, choices)->capture_default_str();
  command.add_flag(
      "--no-transfer", options->no_transfer,
      "Search every workload as if it were the first; by default what one has shown orders the next search");
  command.add_option("--tuned", options->tuned,
                     "The file to add the best variants to (default: tuned.json in results/runs)");
  command.add_option("--budget", options->budget,
                     "Wall time, such as 60s or 5m, or evaluations, such as 200e (default: 60s; exhaustive: none)");
  command.add_option("--budget-per", options->budget_per, "What the budget is for: run, workload (default: run)");
  command.add_option("--shard", options->shard,
                     "Only part i of n, as i/n with i from 0: of the workloads, or of each one's variants where there "
                     "are fewer than n; `modlab merge` joins the journals");
  return [options](const std::vector<std::string>& words) {
    TuneRequest request;
    request.strategy = options->strategy;
    request.transfer = !options->no_transfer;
    static_cast<void>(find_strategy(options->strategy));  // refuses an unknown name before anything starts
    request.budget = parse_budget(options->budget, options->budget_per, options->strategy);
    if (!options->shard.empty()) request.shard = parse_shard(options->shard);
    const std::filesystem::path tuned = options->tuned.empty() ? default_tuned() : path_of(options->tuned);
    return run_and_summarize(*options, std::move(request), "tune", words, tuned);
  };
}

Action add_measure_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("measure", "Time chosen variants against each other, round by round");
  auto options = add_common(command);
  auto capture = std::make_shared<std::string>();
  CLI::Option* const capturing = command.add_option(
      "--capture", *capture, "Instead of timing, run one variant once and write a PIX capture to this file");
  for (const char* const of_timing :
       {"--out", "--resume", "--precision", "--min-samples", "--max-time-per-variant", "--rounds", "--jobs", "--peer"})
    capturing->excludes(command.get_option(of_timing));
  return [options, capture](const std::vector<std::string>& words) {
    if (!capture->empty()) return capture_variant(*options, *capture);
    if (!options->space.given())
      throw Error("measure: name what to measure with --variant or --where; `modlab tune` searches the whole space");
    TuneRequest request;
    request.strategy = "exhaustive";
    request.confirm_all = true;
    return run_and_summarize(*options, std::move(request), "measure", words);
  };
}

}  // namespace modlab::cli
