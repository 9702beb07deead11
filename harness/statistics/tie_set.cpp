#include "harness/statistics/tie_set.h"

#include <algorithm>

#include "harness/statistics/paired_ratio.h"

namespace modlab {

double tie_confidence(std::size_t kernels) {
  return 1 - 0.05 / std::max(1.0, static_cast<double>(kernels * (kernels - 1)) / 2);
}

TieSet find_tie_set(std::span<const std::vector<double>> samples) {
  const auto leader = std::ranges::min_element(samples, {}, median_of);
  TieSet set{.leader = static_cast<std::size_t>(leader - samples.begin()), .members = {}};
  const double confidence = tie_confidence(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (judge(paired_ratio(*leader, samples[i], confidence)) != Verdict::slower) set.members.push_back(i);
  return set;
}

TieSet find_tie_set(std::span<const Estimate> estimates) {
  const auto leader = std::ranges::min_element(estimates, {}, &Estimate::median);
  TieSet set{.leader = static_cast<std::size_t>(leader - estimates.begin()), .members = {}};
  const double reach = leader->ci.high * (1 + kIndifference);
  for (std::size_t i = 0; i < estimates.size(); ++i)
    if (estimates[i].ci.low <= reach) set.members.push_back(i);
  return set;
}

}  // namespace modlab
