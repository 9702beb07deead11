#pragma once

#include <array>
#include <cstddef>

#include "harness/measure/stopwatch.h"

namespace modlab::measure {

/// What a run spends its time on, apart from overhead.
enum class Activity { compile, verify, measure };

/// The time spent on each activity.
class Ledger {
 public:
  /// Adds its lifetime to one activity.
  class Entry {
   public:
    explicit Entry(double& seconds) : seconds_(seconds) {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { seconds_ += stopwatch_.elapsed_ns() / 1e9; }

   private:
    double& seconds_;
    Stopwatch stopwatch_;
  };

  [[nodiscard]] Entry enter(Activity activity) { return Entry(seconds_[static_cast<std::size_t>(activity)]); }
  [[nodiscard]] double seconds(Activity activity) const { return seconds_[static_cast<std::size_t>(activity)]; }

  void add(Activity activity, double seconds) { seconds_[static_cast<std::size_t>(activity)] += seconds; }

  Ledger& operator+=(const Ledger& other) {
    for (std::size_t i = 0; i < seconds_.size(); ++i) seconds_[i] += other.seconds_[i];
    return *this;
  }

 private:
  std::array<double, 3> seconds_{};
};

}  // namespace modlab::measure
