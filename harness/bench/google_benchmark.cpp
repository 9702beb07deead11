#include "harness/bench/google_benchmark.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/system/interrupt.h"
#include "harness/system/visible_text.h"
#include "kernels/error.h"

namespace modlab::bench {
namespace {

constexpr const char* kRooflinePercent = "roofline_pct";
constexpr const char* kSamples = "samples";

BENCHMARK_DISABLE_DEPRECATED_WARNING  // deprecated since 2019, and still what --benchmark_format=csv selects
                                      /// Google Benchmark takes the columns from the first run and aborts at one with
                                      /// other counters. A run that failed has none, so here every run has all.
    class CsvReporter : public benchmark::CSVReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> complete = runs;
    for (Run& run : complete)
      for (const char* name : {kRooflinePercent, kSamples})
        run.counters.try_emplace(name, std::numeric_limits<double>::quiet_NaN());
    CSVReporter::ReportRuns(complete);
  }
};
BENCHMARK_RESTORE_DEPRECATED_WARNING

/// Whether the last of such flags asks for CSV.
bool wants_csv(const std::vector<std::string>& flags, std::string_view flag) {
  bool csv = false;
  for (const std::string& each : flags)
    if (each.starts_with(flag)) csv = each.ends_with("=csv");
  return csv;
}

/// By default Google Benchmark prints its help and exits with status 0 on an unknown value.
void refuse_value() { throw Error("a --benchmark_ flag has an unknown value; see modlab-bench --help"); }

void take_flags(std::vector<std::string> flags) {
  static char program[] = "modlab-bench";  // Google Benchmark keeps the pointer
  std::vector<char*> words{program};
  for (std::string& flag : flags) words.push_back(flag.data());
  words.push_back(nullptr);
  int count = static_cast<int>(flags.size()) + 1;
  benchmark::Initialize(&count, words.data(), refuse_value);
  if (count > 1) throw Error(fmt::format("unknown flag '{}'; see modlab-bench --help", words[1]));
}

void add_context(const store::RunContext& context) {
  const std::pair<const char*, std::string> facts[] = {
      {"adapter", context.device.adapter},
      {"driver", context.device.driver},
      {"d3d12", context.device.implementation},
      {"compiler", context.compiler_version},
      {"clock_step_ns", fmt::to_string(context.clock_step_ns)},
      {"mode", context.mode},
      {"power_policy", context.power_policy},
      {"sampling", store::text_of(context.sampling)},
      {"seed", fmt::to_string(context.seed)},
      {"revision", context.revision},
  };
  for (const auto& [key, value] : facts) benchmark::AddCustomContext(key, visible_text(value));
  if (!context.peers.empty()) benchmark::AddCustomContext("peer", visible_text(store::peer_of(context)));
}

/// Interrupted, it skips the rest, so that Google Benchmark completes its report.
std::optional<tune::Evaluation> measure(benchmark::State& state, Stage& stage, const Entry& entry) {
  try {
    return stage.measure(entry);
  } catch (const Interrupted& interrupted) {
    state.SkipWithError(interrupted.message.c_str());
    return std::nullopt;
  }
}

void run(benchmark::State& state, Stage& stage, const Entry& entry) {
  const std::optional<tune::Evaluation> measured = measure(state, stage, entry);
  if (!measured) return;
  const tune::Evaluation& evaluation = *measured;
  if (evaluation.status != Status::ok) {
    state.SkipWithError(visible_text(fmt::format("{}: {}", name_of(evaluation.status), evaluation.detail)).c_str());
    return;
  }
  const statistics::Statistics& statistics = evaluation.measurement->statistics;
  const std::uint64_t bytes = entry.workload.bytes;
  const double gbps = static_cast<double>(bytes) / statistics.median;
  for ([[maybe_unused]] const auto iteration : state) state.SetIterationTime(statistics.median / 1e9);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  if (evaluation.roofline_gbps) state.counters[kRooflinePercent] = 100 * gbps / *evaluation.roofline_gbps;
  state.counters[kSamples] = static_cast<double>(statistics.count);
  std::string label(name_of(entry.candidate.accuracy));
  if (!is_judged(entry.candidate.accuracy))
    label += fmt::format(", {} results inexact", evaluation.findings.mismatches.value());
  state.SetLabel(label);
}

}  // namespace

bool is_google_flag(const std::string& word) { return word.starts_with("--benchmark_") || word.starts_with("--v="); }

std::size_t run_google_benchmark(Stage& stage, const store::RunContext& context, std::vector<std::string> flags) {
  benchmark::SetDefaultTimeUnit(benchmark::kMicrosecond);
  CsvReporter csv;
  CsvReporter csv_file;
  benchmark::BenchmarkReporter* const display = wants_csv(flags, "--benchmark_format") ? &csv : nullptr;
  benchmark::BenchmarkReporter* const file = wants_csv(flags, "--benchmark_out_format") ? &csv_file : nullptr;
  take_flags(std::move(flags));
  add_context(context);
  for (const Entry& entry : stage.entries()) {
    const auto measure = [&](benchmark::State& state) { run(state, stage, entry); };
    // One iteration: our sampler decides how many samples are enough.
    benchmark::RegisterBenchmark(name_of(entry).c_str(), measure)->UseManualTime()->Iterations(1);
  }
  note_interrupts();
  const std::size_t selected = benchmark::RunSpecifiedBenchmarks(display, file);
  benchmark::Shutdown();
  throw_if_interrupted();
  return selected;
}

}  // namespace modlab::bench
