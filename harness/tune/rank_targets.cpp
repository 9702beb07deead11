#include "harness/tune/rank_targets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace modlab::tune {

std::vector<double> rank_targets(std::span<const double> costs) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t which) { return costs[which]; });
  std::vector<double> targets(costs.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const bool ties = rank > 0 && costs[order[rank]] == costs[order[rank - 1]];
    const double share = (static_cast<double>(rank) + 0.5) / static_cast<double>(costs.size());
    targets[order[rank]] = ties ? targets[order[rank - 1]] : -std::sqrt(-std::log(share));
  }
  return targets;
}

}  // namespace modlab::tune
