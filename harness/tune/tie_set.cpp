#include "harness/tune/tie_set.h"

#include <algorithm>

#include "harness/measure/rounds.h"

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

}  // namespace modlab
