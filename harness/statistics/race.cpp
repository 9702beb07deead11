#include "harness/statistics/race.h"

#include <algorithm>

#include "harness/statistics/paired_ratio.h"

namespace modlab::statistics {
namespace {

/// Whether a ratio is so close to the indifference that more rounds would be spent on a difference which matters to
/// nobody.
bool is_on_the_edge(const Interval& ratio) {
  return ratio.contains(1 + kIndifference) && ratio.high - ratio.low < kIndifference;
}

}  // namespace

bool Race::is_look_due(std::size_t blocks) const {
  return blocks >= std::max(PairedRatio::kMinBlocks + 1, blocks_at_look_ + blocks_at_look_ / 3);
}

void Race::look(std::span<const BlockedSamples> samples) {
  ++looks_;
  blocks_at_look_ = samples[leader_].block_count();
  std::vector<std::size_t> running;
  for (std::size_t i = 0; i < lost_.size(); ++i)
    if (!lost_[i]) running.push_back(i);
  // The fastest against any one of them is the fastest.
  const std::size_t any = leader_;
  leader_ = std::ranges::min(running, {}, [&](std::size_t i) { return paired_ratio(samples[any], samples[i]).ratio; });

  // The fastest kernel can lose at any look and to any other entrant that happens to lead: they share the 5 %, the
  // looks as 1/2 + 1/6 + 1/12 + ..., whose sum is 1.
  constexpr double kErrorRate = 0.05;
  const auto look = static_cast<double>(looks_);
  const auto others = static_cast<double>(std::max<std::size_t>(lost_.size(), 2) - 1);
  const double confidence = 1 - 2 * kErrorRate / (look * (look + 1) * others);
  settled_ = true;
  for (const std::size_t i : running) {
    if (i == leader_) continue;
    const PairedRatio ratio = paired_ratio(samples[leader_], samples[i]);
    const Interval interval = ratio.interval();
    if (ratio.interval(confidence).low > 1 + kIndifference)
      lost_[i] = true;
    else if (interval.high > 1 + kIndifference && !is_on_the_edge(interval))
      settled_ = false;
  }
}

}  // namespace modlab::statistics
