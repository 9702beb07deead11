#pragma once

#include <chrono>

#include "harness/system/append_file.h"

namespace modlab {

/// The share of the time that may be spent on syncing files where nobody waits for them. Syncing takes from
/// microseconds to tens of milliseconds, evaluating a variant on a fast GPU 17 ms: one sync per row would be too many.
inline constexpr double kSyncShare = 0.005;

/// Whether files that have grown should be synced now: at most once a second, and on a slow disk less often.
constexpr bool sync_is_due(std::chrono::nanoseconds since_last, std::chrono::nanoseconds spent_syncing,
                           std::chrono::nanoseconds elapsed) {
  return since_last >= std::chrono::seconds(1) &&
         static_cast<double>(spent_syncing.count()) < kSyncShare * static_cast<double>(elapsed.count());
}

/// When to sync, from now on.
class SyncPace {
 public:
  [[nodiscard]] bool is_due() const {
    const auto now = std::chrono::steady_clock::now();
    return sync_is_due(now - last_, time_spent_syncing() - spent_before_, now - start_);
  }

  /// To be called after each sync.
  void restart() { last_ = std::chrono::steady_clock::now(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
  std::chrono::nanoseconds spent_before_ = time_spent_syncing();
};

}  // namespace modlab
