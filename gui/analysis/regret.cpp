#include "gui/analysis/regret.h"

#include <algorithm>
#include <cmath>

#include "harness/session/catalogue.h"
#include "harness/statistics/statistics.h"
#include "harness/tune/replay.h"
#include "harness/tune/strategy.h"

namespace modlab::gui {
namespace {

/// Points of a curve, spaced logarithmically: curves are steep at first.
constexpr int kPoints = 60;

/// Later hardly anything is found, and models of so many results would take long.
constexpr std::size_t kMostEvaluations = 160;

std::vector<double> evaluations_up_to(double last) {
  std::vector<double> counts;
  for (int i = 0; i < kPoints; ++i) {
    const double count = std::floor(std::pow(last, i / (kPoints - 1.0)));
    if (counts.empty() || count > counts.back()) counts.push_back(count);
  }
  return counts;
}

/// Of these rows, the one whose median is nearest.
std::size_t row_nearest_to(double median_ns, const std::vector<std::size_t>& indices,
                           const std::vector<store::Row>& rows) {
  return *std::ranges::min_element(indices, {},
                                   [&](std::size_t index) { return std::abs(*rows[index].median_ns - median_ns); });
}

}  // namespace

std::vector<StrategyRegret> strategy_regret(const analysis::Run& run, std::size_t group, std::string_view accuracy,
                                            const std::vector<store::Sample>& samples, std::uint64_t seeds,
                                            const std::stop_token& stop) {
  const std::vector<std::size_t> timed = analysis::timed_rows(run, group, accuracy);
  std::vector<store::Row> rows;
  for (const std::size_t index : timed) rows.push_back(run.rows()[index]);
  const std::vector<tune::RecordedSpace> spaces =
      tune::recorded_spaces(rows, samples, *session::make_catalogue(run.files.context.kernels));
  if (spaces.empty()) return {};
  const tune::RecordedSpace& recorded = spaces.front();
  const auto last = static_cast<double>(std::min(recorded.entries.size(), kMostEvaluations));
  const double optimum_ns = std::ranges::min(recorded.costs());

  std::vector<StrategyRegret> all;
  for (const tune::StrategyInfo& strategy : tune::strategies()) {
    if (strategy.uses_known) continue;  // a record has no other workload to start from
    std::vector<tune::RegretCurve> curves;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      if (stop.stop_requested()) return {};
      curves.push_back(tune::replay(recorded, strategy.name, seed, last));
    }
    StrategyRegret regret{.strategy = strategy.name, .evaluations = {}, .median_pct = {}, .p95_pct = {}, .found = {}};
    for (const double evaluations : evaluations_up_to(last)) {
      std::vector<double> behind;
      for (const tune::RegretCurve& curve : curves) behind.push_back(100 * curve.at(evaluations));
      std::ranges::sort(behind);
      if (!std::isfinite(behind.back())) continue;  // halving's first look costs less than one evaluation
      regret.evaluations.push_back(evaluations);
      regret.median_pct.push_back(statistics::quantile(behind, 0.5));
      regret.p95_pct.push_back(statistics::quantile(behind, 0.95));
      regret.found.push_back(row_nearest_to(optimum_ns * (1 + regret.median_pct.back() / 100), timed, run.rows()));
    }
    all.push_back(std::move(regret));
  }
  return all;
}

}  // namespace modlab::gui
