#include "gui/runs/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

namespace modlab::gui {
namespace {

/// What holds a thread until the test lets it go. Where the code under test waits for that thread, it is let go as well
/// after a while, so that the test fails rather than hangs.
class Gate {
 public:
  void open() { open_.set_value(); }
  void pass() const { passing_.wait_for(std::chrono::seconds(20)); }

 private:
  std::promise<void> open_;
  std::shared_future<void> passing_ = open_.get_future().share();
};

TEST(Background, HandsOutItsResultOnce) {
  Background<int> background;
  EXPECT_FALSE(background.busy());
  background.start([](const std::stop_token&) { return 7; });
  EXPECT_TRUE(background.busy());
  background.wait();
  EXPECT_EQ(background.take(), 7);
  EXPECT_FALSE(background.busy());
  EXPECT_EQ(background.take(), std::nullopt);
}

TEST(Background, NewWorkStartsAndEndsWhileWhatItReplacesStillRuns) {
  Gate gate;
  std::atomic<bool> first_ended = false;
  Background<int> background;
  background.start([&](const std::stop_token&) {
    gate.pass();
    first_ended = true;
    return 1;
  });
  background.start([](const std::stop_token&) { return 2; });
  background.wait();
  EXPECT_EQ(background.take(), 2);
  EXPECT_FALSE(first_ended);
  EXPECT_FALSE(background.busy());
  gate.open();
}

TEST(Background, WhatIsReplacedIsAskedToStop) {
  std::promise<void> stopped;
  Background<int> background;
  background.start([&](const std::stop_token& stop) {
    std::promise<void> asked;
    const std::stop_callback callback(stop, [&] { asked.set_value(); });
    asked.get_future().wait();
    stopped.set_value();
    return 1;
  });
  background.start([](const std::stop_token&) { return 2; });
  stopped.get_future().wait();
  background.wait();
  EXPECT_EQ(background.take(), 2);
}

TEST(Background, AResultThatNobodyWantsIsDestroyedOnItsOwnThread) {
  std::thread::id destroyed_on;
  {
    struct Noting {
      std::thread::id& id;
      ~Noting() { id = std::this_thread::get_id(); }
    };
    Gate gate;
    Background<std::shared_ptr<Noting>> background;
    background.start([&](const std::stop_token&) {
      gate.pass();
      return std::shared_ptr<Noting>(new Noting{destroyed_on});
    });
    background.start([](const std::stop_token&) { return nullptr; });
    gate.open();
  }
  EXPECT_NE(destroyed_on, std::thread::id());
  EXPECT_NE(destroyed_on, std::this_thread::get_id());
}

TEST(Background, TheDestructorStopsAndWaitsForAllOfIt) {
  std::atomic<int> ended = 0;
  {
    Background<int> background;
    for (int i = 0; i < 3; ++i)
      background.start([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) std::this_thread::yield();
        return ++ended;
      });
  }
  EXPECT_EQ(ended, 3);
}

TEST(Background, WhatTheWorkThrowsIsThrownByTake) {
  Background<int> background;
  background.start([](const std::stop_token&) -> int { throw std::runtime_error("no"); });
  background.wait();
  EXPECT_THROW(static_cast<void>(background.take()), std::runtime_error);
  EXPECT_FALSE(background.busy());
}

}  // namespace
}  // namespace modlab::gui
