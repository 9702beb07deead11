#pragma once

#include <span>
#include <vector>

namespace modlab::tune {

/// What the models of a search learn of costs, the lower the better: ranks, because costs may span orders of magnitude,
/// spread out towards the best. Equal costs share a rank, as do all that failed, whose cost is infinite.
std::vector<double> rank_targets(std::span<const double> costs);

}  // namespace modlab::tune
