#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace modlab {

/// A fixed piece of work that is timed again and again between the samples: when its time changes, the machine has
/// changed, and not the kernel under test. It says when a machine has warmed up, and which samples were taken while it
/// throttled or was busy elsewhere.
class Pilot {
 public:
  /// `time_ns` does the work once and gives the device's own time of it. Clocks may stay at one step for as long as
  /// `plateau_ns` before they rise to the next.
  explicit Pilot(std::function<double()> time_ns, double plateau_ns = 0)
      : time_ns_(std::move(time_ns)), plateau_ns_(plateau_ns) {}

  /// Returns when the machine runs at a steady level: at once where it is still the one known. Otherwise works until it
  /// is again, or until working has not made it faster for the length of a plateau, which is the new level; at most for
  /// two seconds. Both are the device's time or ours, whichever is longer.
  void settle();

  /// Times the pilot once more; false where that, or the timing before, is beyond the noise of the level. Then what was
  /// sampled between the two is not to be trusted, and settle() is due.
  [[nodiscard]] bool steady();

  /// Of every timing at a level; 0 where there was none.
  [[nodiscard]] double median_ns() const;

 private:
  bool time_at_level();
  std::vector<double> work();

  std::function<double()> time_ns_;
  double plateau_ns_;
  std::vector<double> level_;  ///< the latest timings at the level
  std::vector<double> all_;    ///< all timings at a level
  bool at_level_ = false;      ///< whether the latest timing was
};

}  // namespace modlab
