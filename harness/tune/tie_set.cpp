#include "harness/tune/tie_set.h"

#include <algorithm>

#include "harness/measure/rounds.h"

namespace modlab {

TieSet find_tie_set(std::span<const std::vector<double>> samples) {
  const auto leader = std::ranges::min_element(samples, {}, median_of);
  TieSet set{.leader = static_cast<std::size_t>(leader - samples.begin()), .members = {}};
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (judge(paired_ratio(*leader, samples[i])) != Verdict::slower) set.members.push_back(i);
  return set;
}

}  // namespace modlab
