#include "harness/tune/search_score.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "harness/statistics/statistics.h"

namespace modlab::tune {

RandomBaseline::RandomBaseline(std::vector<double> costs) : worst_first_(std::move(costs)) {
  std::ranges::sort(worst_first_, std::greater());
  const double nearly = optimum() + 0.05 * (statistics::median_of(worst_first_) - optimum());
  while (best_after(budget_) > nearly) ++budget_;
}

double RandomBaseline::best_after(std::size_t evaluations) const {
  const auto draws = static_cast<double>(evaluations);
  const auto count = static_cast<double>(worst_first_.size());
  const double rank = std::nearbyint(draws * (count + 1) / (draws + 1)) - 1;
  return worst_first_[static_cast<std::size_t>(std::clamp(rank, 0.0, count - 1))];
}

std::optional<double> search_score(const RandomBaseline& baseline, std::span<const double> mean_regret) {
  double saved = 0;
  double terms = 0;
  for (std::size_t n = 1; n <= baseline.budget(); ++n) {
    const double left = baseline.best_after(n) - baseline.optimum();
    if (left <= 0) continue;
    const double found = baseline.optimum() * (1 + mean_regret[std::min(n, mean_regret.size()) - 1]);
    saved += (baseline.best_after(n) - found) / left;
    ++terms;
  }
  if (terms == 0) return std::nullopt;
  return saved / terms;
}

}  // namespace modlab::tune
