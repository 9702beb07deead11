#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "harness/bench/google_benchmark.h"
#include "harness/session/manual.h"
#include "harness/session/outputs.h"
#include "harness/session/program.h"
#include "harness/session/session.h"
#include "harness/session/version.h"
#include "harness/system/environment.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace {

using namespace modlab;
using namespace modlab::bench;

constexpr const char* kGoogleFlags =
    "Google Benchmark's own flags work as usual; the most common are\n"
    "  --benchmark_list_tests             Print the names of the entries and measure nothing\n"
    "  --benchmark_filter=REGEX           Only entries whose name matches, such as 'floor/f32'; -REGEX: the others\n"
    "  --benchmark_repetitions=N          Measure each entry N times; adds mean, median and deviation\n"
    "  --benchmark_format=console|json|csv\n"
    "  --benchmark_out=FILE               Also write to a file, as --benchmark_out_format=json|console|csv says\n"
    "  --benchmark_time_unit=ns|us|ms|s\n"
    "The time is the GPU's: the median of the entry's samples. Real time, iterations and CPU time are meaningless.\n"
    "Exit status: 0 done, 1 an entry failed, 2 the call is wrong.";

struct Options {
  session::WorkloadOptions workload;
  session::SpaceOptions space;
  session::PlatformOptions platform;
  session::ConditionOptions conditions;
  session::SamplingOptions sampling;
  session::PeerOptions peers;
  std::vector<std::string> tuned;
  std::uint64_t seed = 1;
};

std::vector<Entry> variant_entries(const Options& options, const Platform& platform) {
  if (options.tuned.empty()) {
    const Filter filter = options.space.filter();
    const auto workloads = options.workload.workloads(filter.kernels);
    session::check_workloads(workloads, options.seed, platform, filter, options.conditions.conditions());
    return make_entries(workloads, options.seed, options.space, platform);
  }
  if (options.workload.given() || options.space.given() || options.space.has_kernels())
    throw Error("--tuned has its own workloads and variants; leave out the options that choose others");
  std::vector<Entry> entries;
  for (const std::string& journal : options.tuned)
    std::ranges::move(tuned_entries(path_of(journal), options.seed, platform), std::back_inserter(entries));
  return entries;
}

/// Throws Error where --benchmark_out, or the variable that Google Benchmark takes it from, would write over what is
/// read.
void check_files(const Options& options, const std::vector<std::string>& google_flags) {
  constexpr std::string_view kOut = "--benchmark_out=";
  session::Paths inputs = options.space.files();
  std::ranges::move(options.platform.files(), std::back_inserter(inputs));
  for (const std::string& journal : options.tuned)
    std::ranges::move(session::files_of_run(path_of(journal)), std::back_inserter(inputs));
  for (const std::string& flag : google_flags)
    if (flag.starts_with(kOut)) session::check_outputs({path_of(flag.substr(kOut.size()))}, inputs);
  session::check_outputs({environment_path("BENCHMARK_OUT")}, inputs);
}

std::vector<Entry> choose_entries(const Options& options, const Platform& platform) {
  return with_peers(variant_entries(options, platform), platform.peers);
}

int run(int argc, char** argv) {
  Options options;
  CLI::App program("Every workload and variant as an entry of Google Benchmark, timed by modlab's own sampler.",
                   "modlab-bench");
  program.set_help_flag("-h,--help", "Print this help");
  session::add_version_flag(program);
  session::add_manual_flag(program);
  program.failure_message(CLI::FailureMessage::simple);
  program.footer(kGoogleFlags);
  options.workload.add_to(program, {.type = "all"});
  options.space.add_to(program);
  program.add_option("--tuned", options.tuned, "Only the winners of this journal, each on its workload; repeatable")
      ->take_all()
      ->allow_extra_args(false);
  options.peers.add_to(program, "--peer", "Also an entry for this on every workload");
  options.platform.add_to(program);
  options.conditions.add_to(program);
  options.sampling.add_to(program, kBenchSampling,
                          "Take at least so many samples, at another address every few; 0: all at one address");
  program.add_option("--seed", options.seed, "Seed of the data")->transform(session::whole_number());

  std::vector<std::string> google_flags;
  std::vector<const char*> own_words;
  for (int i = 0; i < argc; ++i)
    if (is_google_flag(argv[i]))
      google_flags.emplace_back(argv[i]);
    else
      own_words.push_back(argv[i]);
  if (const auto status = session::parse_call(program, static_cast<int>(own_words.size()), own_words.data()))
    return *status;

  check_files(options, google_flags);
  const measure::Conditions conditions = options.conditions.conditions();
  session::Session session = session::open_session(
      options.platform, {.stable_power = options.conditions.stable_power(), .peers = options.peers});
  Stage stage(session.lab, choose_entries(options, session.lab.platform), options.seed, options.sampling.rule(),
              conditions);
  store::RunContext context = session::begin_context(session.lab.platform, options.conditions.stable_power(), {}, {});
  context.mode = measure::name_of(conditions.mode);
  context.sampling = options.sampling.rule();
  context.seed = options.seed;
  context.clock_step_ns = stage.clock().step_ns;
  if (run_google_benchmark(stage, context, std::move(google_flags)) == 0)
    return session::kWrongCall;  // it has printed why
  return stage.any_failed() ? session::kFaultFound : 0;
}

}  // namespace

int modlab::session::program_main(int argc, char** argv) {
#if defined(SIGPIPE)
  // `| head` has seen enough: not a fault, but no reason to continue measuring.
  std::signal(SIGPIPE, [](int) { std::_Exit(0); });
#endif
  return session::run_program("modlab-bench", [=] { return run(argc, argv); });
}
