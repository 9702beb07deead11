#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace modlab::gui {

/// Work on another thread, so that no frame waits for it. The result is fetched when it is ready. Work that other work
/// replaces is asked to stop and ends in its own time, and its result is dropped; only the destructor waits for it.
template <typename Result>
class Background {
 public:
  Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  /// Waits: so do the futures of std::async.
  ~Background() { task_.stop.request_stop(); }

  /// Calls work(std::stop_token) on another thread, in place of what is still running. What it throws is thrown by
  /// take.
  template <typename Work>
  void start(Work work) {
    if (busy()) {
      task_.stop.request_stop();
      replaced_.push_back(std::move(task_));
    }
    task_.stop = {};
    task_.result = std::async(std::launch::async, [work = std::move(work), stop = task_.stop.get_token()]() mutable {
      std::optional<Result> result = work(stop);
      if (stop.stop_requested()) result.reset();  // here: a large one takes as long as a frame to destroy
      return result;
    });
  }

  [[nodiscard]] bool busy() const { return task_.result.valid(); }

  /// The result, once, when it is ready.
  [[nodiscard]] std::optional<Result> take() {
    std::erase_if(replaced_, is_done);
    if (!busy() || !is_done(task_)) return std::nullopt;
    return task_.result.get();
  }

  void wait() const {
    if (busy()) task_.result.wait();
  }

 private:
  struct Task {
    std::stop_source stop;
    std::future<std::optional<Result>> result;
  };

  static bool is_done(const Task& task) {
    return task.result.wait_for(std::chrono::seconds::zero()) == std::future_status::ready;
  }

  Task task_;
  std::vector<Task> replaced_;  ///< not ended yet when last looked at
};

}  // namespace modlab::gui
