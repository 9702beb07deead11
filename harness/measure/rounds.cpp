#include "harness/measure/rounds.h"

#include <algorithm>
#include <string>

#include "harness/device/status.h"
#include "harness/measure/stopwatch.h"

namespace modlab::measure {
namespace {

/// Samples between two timings of the pilots: few, so that little has to be repeated, but enough that the pilots take a
/// small share of the time.
constexpr std::size_t kPilotEvery = 8;

/// A batch's fixed cost is shared by its launches, so kernels of similar speed get batches of the same size, that of
/// the fastest one; except kernels so slow that they cannot be mistaken for similar.
std::vector<std::uint32_t> choose_batches(Sampler& sampler, std::span<const TimedKernel> kernels) {
  constexpr std::uint32_t kSimilar = 4;
  std::vector<std::uint32_t> batches;
  for (const TimedKernel& kernel : kernels) batches.push_back(sampler.choose_batch(*kernel.prepared));
  const std::uint32_t most = std::ranges::max(batches);
  for (std::uint32_t& batch : batches) batch = std::min(most, kSimilar * batch);
  return batches;
}

std::string describe(std::span<const TimedKernel> kernels) {
  if (kernels.size() == 1) return "sample " + kernels.front().prepared->candidate.name;
  return "compare " + std::to_string(kernels.size()) + " kernels in rounds";
}

void mark_drifted(std::span<TimedKernel> kernels, std::size_t from_round) {
  for (TimedKernel& kernel : kernels) {
    auto& drifted = kernel.measurement.drifted;
    for (std::size_t round = from_round; round < drifted.size(); ++round) drifted[round] = true;
  }
}

}  // namespace

void run_rounds(Sampler& sampler, std::span<TimedKernel> kernels, std::mt19937_64& random, const RoundRules& rules) {
  if (kernels.empty()) return;
  const Phase phase = sampler.workbench().phase(describe(kernels));
  sampler.settle();
  const Stopwatch stopwatch;
  const std::vector<std::uint32_t> batches = choose_batches(sampler, kernels);
  std::size_t rounds = 0;
  std::uint32_t block = 0;

  for (bool over = false; !over;) {
    const std::size_t first_round = rounds;
    bool steady = true;
    std::size_t taken = 0;
    // Whole rounds only, so that samples stay paired.
    do {
      if (rules.begin_round()) ++block;
      std::vector<std::size_t> order;
      for (std::size_t i = 0; i < kernels.size(); ++i)
        if (!kernels[i].is_out) order.push_back(i);
      std::ranges::shuffle(order, random);
      for (const std::size_t i : order) {
        if (taken > 0 && taken % kPilotEvery == 0) steady = sampler.steady() && steady;
        Measurement& measurement = kernels[i].measurement;
        measurement.samples_ns.push_back(
            sampler.take(*kernels[i].prepared, batches[i], WorkingSet::Where::moving, rules.checks), block);
        measurement.drifted.push_back(false);
        ++taken;
      }
      ++rounds;
      over = rules.is_over(stopwatch.elapsed_ns());
    } while (!over && taken < kPilotEvery);
    steady = sampler.steady() && steady;
    if (steady) continue;
    mark_drifted(kernels, first_round);
    over = rules.is_over(stopwatch.elapsed_ns());
    if (!over) sampler.settle();
  }
  for (TimedKernel& kernel : kernels)
    kernel.measurement.statistics = modlab::statistics::describe(counted_ns(kernel.measurement));
}

bool stops_all(const StoppingRule& rule, std::span<TimedKernel> kernels, double elapsed_ns) {
  bool all = true;
  for (TimedKernel& kernel : kernels) {
    Measurement& measurement = kernel.measurement;
    const auto stop = rule.check(samples_where(measurement, false), samples_where(measurement, true), elapsed_ns);
    if (stop) measurement.stop = *stop;
    if (!stop) all = false;
  }
  return all;
}

std::function<bool()> blocks_of_rounds() {
  constexpr int kRoundsPerBlock = 3;
  return [round = 0]() mutable { return round++ % kRoundsPerBlock == 0; };
}

Measurement sample_alone(Sampler& sampler, const PreparedKernel& prepared, const StoppingRule& rule,
                         const std::function<bool()>& begin_round) {
  TimedKernel alone{.prepared = &prepared};
  std::mt19937_64 unused;
  run_rounds(sampler, {&alone, 1}, unused,
             {.is_over =
                  [&](double elapsed_ns) {
                    return stops_all(rule, {&alone, 1}, elapsed_ns);
                  },
              .begin_round = begin_round});
  return std::move(alone.measurement);
}

std::optional<statistics::Estimate> time_empty_launch(Sampler& sampler) {
  constexpr StoppingRule kRule{.max_ns = 20e6};
  try {
    const PreparedKernel empty = sampler.workbench().prepare_empty(*sampler.pilot().build);
    return statistics::estimate_of(sample_alone(sampler, empty, kRule).statistics);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw;
    return std::nullopt;
  }
}

}  // namespace modlab::measure
