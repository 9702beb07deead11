#include "harness/tune/tie_set.h"

#include <algorithm>

#include "harness/measure/rounds.h"

namespace modlab {

TieSet find_tie_set(std::span<const std::vector<double>> samples) {
  const auto leader = std::ranges::min_element(samples, {}, median_of);
  TieSet set{.leader = static_cast<std::size_t>(leader - samples.begin()), .members = {}};
  // Each comparison may be wrong, and the leader is the luckiest of all: 5 % are shared among them (Bonferroni).
  const double confidence = 1 - 0.05 / static_cast<double>(std::max<std::size_t>(1, samples.size() - 1));
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (judge(paired_ratio(*leader, samples[i], confidence)) != Verdict::slower) set.members.push_back(i);
  return set;
}

}  // namespace modlab
