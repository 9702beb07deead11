#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace modlab::measure {

/// A fixed piece of work that is timed again and again between the samples: when its time changes, the machine has
/// changed, not the kernel under test. It shows when a machine has warmed up, and which samples were taken while it
/// throttled or was busy with something else.
class Pilot {
 public:
  /// `time_ns` does the work once and returns the device's time for it. Clocks may stay at one step for `plateau_ns`
  /// before they rise to the next.
  explicit Pilot(std::function<double()> time_ns, double plateau_ns = 0)
      : time_ns_(std::move(time_ns)), plateau_ns_(plateau_ns) {}

  /// Returns when the machine runs at a steady level: at once where that is still the known one. Otherwise runs the
  /// pilot until the level is back, or until the pilot has not become faster for the length of a plateau, which makes a
  /// new level; at most for two seconds. Both are in device time or wall time, whichever is longer.
  void settle() { settle(plateau_ns_); }
  /// The same on a device that was at work a moment ago: its clocks need not rise, and no plateau is waited for.
  void settle_at_work() { settle(0); }

  /// Times the pilot once more; false where this timing or the one before is beyond the noise of the level. Then
  /// samples taken between the two cannot be trusted, and settle() is due.
  [[nodiscard]] bool steady();

  /// Every timing at a level.
  [[nodiscard]] const std::vector<double>& timings() const { return all_; }

 private:
  void settle(double plateau_ns);
  bool time_at_level();
  std::vector<double> work();

  std::function<double()> time_ns_;
  double plateau_ns_;
  std::vector<double> level_;  ///< the latest timings at the level
  std::vector<double> all_;    ///< all timings at a level
  bool at_level_ = false;      ///< whether the latest timing was
  bool faster_ = false;        ///< or faster
};

}  // namespace modlab::measure
