#include "harness/statistics/tie_set.h"

#include <algorithm>

namespace modlab::statistics {

TieSet find_tie_set(std::span<const Estimate> estimates) {
  const auto leader = std::ranges::min_element(estimates, {}, &Estimate::median);
  TieSet set{.leader = static_cast<std::size_t>(leader - estimates.begin()), .members = {}};
  const double reach = leader->ci.high * (1 + kIndifference);
  for (std::size_t i = 0; i < estimates.size(); ++i)
    if (estimates[i].ci.low <= reach) set.members.push_back(i);
  return set;
}

}  // namespace modlab::statistics
