#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/statistics/statistics.h"

namespace modlab::statistics {

/// Finds the fastest of several kernels timed in the same rounds, and those that cannot be told from it. From time to
/// time it looks at all rounds so far; a kernel that is slower than the leader beyond doubt loses and needs no more of
/// them. The fastest kernel loses at most 5 times in a hundred races, and so does any other within 0.5 % of it, however
/// many take part and however often it looks.
class Race {
 public:
  /// At least one takes part.
  explicit Race(std::size_t entrants) : lost_(entrants, false), settled_(entrants == 1) {}

  /// Whether enough blocks have been added since it looked last: looking more often would demand more of each look.
  [[nodiscard]] bool is_look_due(std::size_t blocks) const;

  /// samples[i] are those of entrant i, round by round; of one that has lost, the rounds until then.
  void look(std::span<const BlockedSamples> samples);

  [[nodiscard]] std::size_t leader() const { return leader_; }
  [[nodiscard]] bool has_lost(std::size_t entrant) const { return lost_[entrant]; }
  /// Whether everyone else has lost or, as far as it matters, is within 0.5 % of the leader.
  [[nodiscard]] bool is_settled() const { return settled_; }

 private:
  std::vector<bool> lost_;
  std::size_t leader_ = 0;
  std::size_t looks_ = 0;
  std::size_t blocks_at_look_ = 0;
  bool settled_;
};

}  // namespace modlab::statistics
