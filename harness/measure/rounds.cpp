#include "harness/measure/rounds.h"

#include <algorithm>
#include <numeric>

#include "harness/measure/stopwatch.h"

namespace modlab {

void run_rounds(Workbench& bench, const Clock& clock, std::span<Contestant> contestants, const StoppingRule& rule,
                std::mt19937_64& random) {
  const Stopwatch stopwatch;
  std::vector<std::uint32_t> batches;
  for (const Contestant& contestant : contestants) batches.push_back(choose_batch(bench, clock, *contestant.prepared));
  std::vector<std::size_t> order(contestants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});

  for (bool going = !contestants.empty(); going;) {
    std::ranges::shuffle(order, random);
    for (const std::size_t i : order)
      contestants[i].measurement.samples_ns.push_back(take_sample(bench, clock, *contestants[i].prepared, batches[i]));
    // Whole rounds only, so that the samples keep pairing up.
    going = false;
    for (Contestant& contestant : contestants) {
      const auto stop = rule.check(contestant.measurement.samples_ns, stopwatch.elapsed_ns());
      if (stop) contestant.measurement.stop = *stop;
      if (!stop) going = true;
    }
  }
  for (Contestant& contestant : contestants)
    contestant.measurement.statistics = describe(contestant.measurement.samples_ns);
}

PairedRatio paired_ratio(std::span<const double> base, std::span<const double> samples) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(base.size(), samples.size()); ++i) ratios.push_back(samples[i] / base[i]);
  return {.pairs = ratios.size(), .median = median_of(ratios), .ci = median_interval(ratios)};
}

Verdict judge(const PairedRatio& ratio) {
  if (ratio.pairs < kLeastForInterval) return Verdict::unclear;
  if (ratio.ci.high < 1 - kIndifference) return Verdict::faster;
  if (ratio.ci.low > 1 + kIndifference) return Verdict::slower;
  if (ratio.ci.low >= 1 - kIndifference && ratio.ci.high <= 1 + kIndifference) return Verdict::same;
  return Verdict::unclear;
}

}  // namespace modlab
