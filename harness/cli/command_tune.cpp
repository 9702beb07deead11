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
#include "harness/session/catalogue.h"
#include "harness/session/program.h"
#include "harness/session/session.h"
#include "harness/session/tune_options.h"
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

/// A run's files, and what is known of it before it starts or resumes.
struct OpenRun {
  store::Journal journal;
  store::RunContext context;
};

OpenRun open_run(const session::TuneOptions& options, const tune::TuneRequest& request, const Platform& platform,
                 const std::string& name, const std::vector<std::string>& words) {
  if (!options.out.empty() && !options.resume.empty())
    throw Error("give --out for a new journal or --resume for an old one; not both");
  const bool resumes = !options.resume.empty() && std::filesystem::exists(path_of(options.resume));
  const std::string& named = options.resume.empty() ? options.out : options.resume;
  store::Journal journal = resumes         ? store::Journal::resume(path_of(named))
                           : named.empty() ? store::Journal::create_unused(session::default_journal(name))
                                           : store::Journal::create(path_of(named));
  const std::filesystem::path path = journal.path();
  store::RunContext context = session::begin_context(platform, options.conditions.stable_power(), path, words);
  tune::describe_request(request, context);
  if (resumes) report_removed(journal);
  std::optional<store::RunContext> before = resumes ? session::context_to_resume(journal) : std::nullopt;
  if (!before) return {std::move(journal), std::move(context)};
  session::check_same_run(*before, context, path);
  before->resumed.push_back(utc_now());
  return {std::move(journal), *std::move(before)};
}

/// Throws Error where the run and its tuned configurations would be written into one file.
void check_files(const session::TuneOptions& options, const std::filesystem::path& tuned) {
  const std::string& named = options.resume.empty() ? options.out : options.resume;
  if (named.empty()) return;
  store::check_name(path_of(named));
  session::Paths outputs = session::files_of_run(path_of(named));
  outputs.push_back(tuned);
  session::check_outputs(outputs, {});
}

/// Runs the request into a journal, with progress, and prints the summary. The best variants go into the file `tuned`,
/// if one is named. A fault is a workload without a confirmed variant.
int run_and_summarize(const session::TuneOptions& options, tune::TuneRequest request, const std::string& name,
                      const std::vector<std::string>& words, const std::filesystem::path& tuned = {}) {
  check_files(options, tuned);
  const bool shows_best = tune::deals_workloads(request.shard, request.workloads.size());
  if (shows_best && !tuned.empty()) store::check_tuned(tuned);
  if (tune::find_strategy(request.strategy).uses_known) request.known = store::read_tuned(tuned);
  const auto evaluator =
      session::open_evaluator(options.platform, options.evaluation, options.conditions.stable_power());
  const Platform& platform = evaluator->platform();
  session::check_workloads(request.workloads, request.seed, platform, request.filter, request.conditions);
  auto [journal, context] = open_run(options, request, platform, name, words);
  ProgressLine line;
  with_resume_hint(journal.path(), [&] {
    tune::tune(*evaluator, request, journal, context,
               [&](const tune::Progress& progress) { line.show(progress_text(progress, request.budget)); });
  });
  line.clear();
  const std::vector<store::Row> rows = journal.read_rows();
  print("{}\njournal {}\n", report::summarize(rows, context), journal.path().string());
  if (!shows_best) {
    print("a shard of the variants does not show the best; `modlab merge` joins the shards\n");
    return 0;
  }
  with_resume_hint(journal.path(), [&] {  // which adds them where that fails now
    if (!tuned.empty() && store::merge_tuned(tuned, store::tuned_configurations(rows, context)))
      print("tuned {}\n", tuned.string());
  });
  const std::vector<std::string> without = report::where_none_confirmed(rows, context);
  for (const std::string& workload : without) print_error("modlab", workload);
  return without.empty() ? 0 : session::kFaultFound;
}

/// Runs one variant once for a capture: in this process, into which PIX is loaded, and without a figure, since PIX
/// slows down what it watches.
int capture_variant(const session::TuneOptions& options, const std::string& file) {
  const Filter filter = options.space.filter();
  const std::vector<Workload> workloads = options.workload.workloads(filter.kernels);
  if (workloads.size() != 1 || filter.names.size() != 1)
    throw Error("--capture takes one variant of one workload; name them with --variant and --op, --dtype, ...");
  d3d12::Capture capture(path_of(file));
  const session::Session session = session::open_session(
      options.platform,
      {.stable_power = options.conditions.stable_power(), .time_limit = options.evaluation.time_limit()});
  const tune::Lab& lab = session.lab;
  const measure::Conditions conditions = options.conditions.conditions();
  session::check_workloads(workloads, options.seed, lab.platform, filter, conditions);
  measure::Workbench bench(*lab.device, *lab.compiler, *lab.sources, workloads.front(), options.seed, {}, conditions);
  const measure::PreparedKernel prepared =
      bench.prepare(session::make_catalogue(filter.kernels)->candidate(filter.names.front()));
  bench.verify(prepared);  // also gets over with what drivers defer to a kernel's first launch
  capture.begin();
  static_cast<void>(bench.time(prepared, 1));
  capture.end();
  print("{} of {} is in {}\n", filter.names.front(), workloads.front().name, file);
  return 0;
}

}  // namespace

Action add_tune_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("tune", "Search for the best variant of each workload and keep every result");
  auto options = std::make_shared<session::TuneOptions>();
  options->add_run_to(command);
  options->add_search_to(command);
  return [options](const std::vector<std::string>& words) {
    note_interrupts();
    const std::filesystem::path tuned = options->tuned.empty() ? session::default_tuned() : path_of(options->tuned);
    return run_and_summarize(*options, options->search(), "tune", words, tuned);
  };
}

Action add_measure_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("measure", "Time chosen variants against each other, round by round");
  auto options = std::make_shared<session::TuneOptions>();
  options->add_run_to(command);
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
    note_interrupts();
    tune::TuneRequest request = options->run();
    request.strategy = "exhaustive";
    request.confirm_all = true;
    return run_and_summarize(*options, std::move(request), "measure", words);
  };
}

}  // namespace modlab::cli
