#include "harness/measure/rounds.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "harness/measure/stopwatch.h"

namespace modlab {
namespace {

/// Samples between two timings of the pilot: few, so that little has to be repeated, but enough that the pilot takes a
/// small share of the time.
constexpr std::size_t kPilotEvery = 8;

/// A batch's fixed cost is shared by its launches, so kernels of similar speed get batches of the same size, that of
/// the fastest one; except kernels so slow that they cannot be mistaken for similar.
std::vector<std::uint32_t> choose_batches(Sampler& sampler, std::span<const Contestant> contestants) {
  constexpr std::uint32_t kSimilar = 4;
  std::vector<std::uint32_t> batches;
  for (const Contestant& contestant : contestants) batches.push_back(sampler.choose_batch(*contestant.prepared));
  const std::uint32_t most = std::ranges::max(batches);
  for (std::uint32_t& batch : batches) batch = std::min(most, kSimilar * batch);
  return batches;
}

std::string describe(std::span<const Contestant> contestants) {
  if (contestants.size() == 1) return "sample " + name_of(contestants.front().prepared->variant);
  return "compare " + std::to_string(contestants.size()) + " kernels in rounds";
}

/// Whether the rule stops every contestant; records why in each.
bool stops_all(std::span<Contestant> contestants, const StoppingRule& rule, double elapsed_ns) {
  bool all = true;
  for (Contestant& contestant : contestants) {
    Measurement& measurement = contestant.measurement;
    const std::vector<double> steady = samples_where(measurement, false);
    const auto stop = rule.check(steady, measurement.samples_ns.size() - steady.size(), elapsed_ns);
    if (stop) measurement.stop = *stop;
    if (!stop) all = false;
  }
  return all;
}

void mark_drifted(std::span<Contestant> contestants, std::size_t from_round) {
  for (Contestant& contestant : contestants) {
    auto& drifted = contestant.measurement.drifted;
    std::fill(drifted.begin() + static_cast<std::ptrdiff_t>(from_round), drifted.end(), true);
  }
}

}  // namespace

void run_rounds(Sampler& sampler, std::span<Contestant> contestants, const StoppingRule& rule, std::mt19937_64& random,
                const std::function<void()>& before_round) {
  if (contestants.empty()) return;
  const Phase phase = sampler.workbench().phase(describe(contestants));
  Pilot& pilot = sampler.pilot();
  pilot.settle();
  const Stopwatch stopwatch;
  const std::vector<std::uint32_t> batches = choose_batches(sampler, contestants);
  std::vector<std::size_t> order(contestants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});

  for (bool over = false; !over;) {
    const std::size_t first_round = contestants.front().measurement.samples_ns.size();
    bool steady = true;
    std::size_t taken = 0;
    // Whole rounds only, so that samples stay paired.
    do {
      before_round();
      std::ranges::shuffle(order, random);
      for (const std::size_t i : order) {
        if (taken > 0 && taken % kPilotEvery == 0) steady = pilot.steady() && steady;
        Measurement& measurement = contestants[i].measurement;
        measurement.samples_ns.push_back(sampler.take(*contestants[i].prepared, batches[i]));
        measurement.drifted.push_back(false);
        ++taken;
      }
      over = stops_all(contestants, rule, stopwatch.elapsed_ns());
    } while (!over && taken < kPilotEvery);
    steady = pilot.steady() && steady;
    if (steady) continue;
    mark_drifted(contestants, first_round);
    over = stops_all(contestants, rule, stopwatch.elapsed_ns());
    if (!over) pilot.settle();
  }
  for (Contestant& contestant : contestants)
    contestant.measurement.statistics = describe(counted_ns(contestant.measurement));
}

Measurement sample_alone(Sampler& sampler, const PreparedKernel& prepared, const StoppingRule& rule) {
  Contestant alone{.prepared = &prepared, .measurement = {}};
  std::mt19937_64 unused;
  run_rounds(sampler, {&alone, 1}, rule, unused);
  return std::move(alone.measurement);
}

}  // namespace modlab
