#include "gui/analysis/regret.h"

#include <algorithm>
#include <cmath>

#include "harness/measure/statistics.h"
#include "harness/tune/replay.h"
#include "harness/tune/strategy.h"

namespace modlab {
namespace {

/// So many places of a curve, dense where curves are steep.
constexpr int kPlaces = 60;

std::vector<double> places_up_to(double most) {
  std::vector<double> places;
  for (int i = 0; i < kPlaces; ++i) {
    const double place = std::floor(std::pow(most, i / (kPlaces - 1.0)));
    if (places.empty() || place > places.back()) places.push_back(place);
  }
  return places;
}

/// The variant whose time is nearest to this one.
std::size_t place_with(double median_ns, const std::vector<std::size_t>& places, const std::vector<Row>& rows) {
  return *std::ranges::min_element(places, {},
                                   [&](std::size_t place) { return std::abs(*rows[place].median_ns - median_ns); });
}

}  // namespace

std::vector<StrategyRegret> strategy_regret(const Run& run, std::size_t group, std::string_view accuracy,
                                            const std::vector<Sample>& samples, std::uint64_t seeds,
                                            const std::stop_token& stop) {
  const std::vector<std::size_t> timed = timed_places(run, group, accuracy);
  std::vector<Row> rows;
  for (const std::size_t place : timed) rows.push_back(run.rows()[place]);
  const std::vector<Record> records = make_records(rows, samples);
  if (records.empty()) return {};
  const Record& record = records.front();
  const auto size = static_cast<double>(record.entries.size());
  const double optimum_ns = std::ranges::min(record.entries, {}, &Record::Entry::median_ns).median_ns;

  std::vector<StrategyRegret> all;
  for (const StrategyInfo& strategy : strategies()) {
    if (strategy.name == "nearest") continue;  // a record knows no other workload to begin from
    std::vector<RegretCurve> curves;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      if (stop.stop_requested()) return {};
      curves.push_back(replay(record, strategy.name, seed, size));
    }
    StrategyRegret regret{.strategy = strategy.name, .evaluations = {}, .median_pct = {}, .p95_pct = {}, .found = {}};
    for (const double evaluations : places_up_to(size)) {
      std::vector<double> behind;
      for (const RegretCurve& curve : curves) behind.push_back(100 * curve.at(evaluations));
      std::ranges::sort(behind);
      if (!std::isfinite(behind.back())) continue;  // halving's first look is less than one evaluation
      regret.evaluations.push_back(evaluations);
      regret.median_pct.push_back(quantile(behind, 0.5));
      regret.p95_pct.push_back(quantile(behind, 0.95));
      regret.found.push_back(place_with(optimum_ns * (1 + regret.median_pct.back() / 100), timed, run.rows()));
    }
    all.push_back(std::move(regret));
  }
  return all;
}

}  // namespace modlab
