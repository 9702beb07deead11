#include "harness/system/sync_pace.h"

#include <gtest/gtest.h>

namespace modlab {
namespace {

using namespace std::chrono_literals;

TEST(SyncPace, IsAtMostOnceASecond) {
  EXPECT_FALSE(sync_is_due(999ms, 0ns, 1h));
  EXPECT_TRUE(sync_is_due(1s, 0ns, 1h));
}

TEST(SyncPace, WaitsWhereSyncingHasTakenItsShare) {
  EXPECT_TRUE(sync_is_due(5s, 49ms, 10s));
  EXPECT_FALSE(sync_is_due(5s, 51ms, 10s));
}

TEST(SyncPace, KeepsSyncingBelowItsShareOnAnyDisk) {
  using std::chrono::nanoseconds;
  for (const nanoseconds sync : {nanoseconds(50us), nanoseconds(4ms), nanoseconds(100ms), nanoseconds(2s)}) {
    const nanoseconds row = 17ms;
    nanoseconds elapsed = 0ns;
    nanoseconds last = 0ns;
    nanoseconds syncing = 0ns;
    int syncs = 0;
    while (elapsed < 1h) {
      elapsed += row;
      if (!sync_is_due(elapsed - last, syncing, elapsed)) continue;
      elapsed += sync;
      syncing += sync;
      last = elapsed;
      ++syncs;
    }
    EXPECT_LT(static_cast<double>(syncing.count()), 2 * kSyncShare * static_cast<double>(elapsed.count()));
    EXPECT_GE(syncs, 9) << "even a disk that takes two seconds gets its syncs";
  }
}

TEST(SyncPace, OfAFileThatIsNeverSyncedIsNotDueAtOnce) { EXPECT_FALSE(SyncPace().is_due()); }

}  // namespace
}  // namespace modlab
