#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <utility>

namespace modlab {

/// Work on another thread, so that no frame waits for it. The result is fetched when it is ready, or dropped.
template <typename Result>
class Background {
 public:
  Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background() { cancel(); }

  /// Calls work(std::stop_token) on another thread, after cancelling what is still running. What it throws is thrown by
  /// take.
  template <typename Work>
  void start(Work work) {
    cancel();
    stop_ = {};
    future_ = std::async(std::launch::async, std::move(work), stop_.get_token());
  }

  [[nodiscard]] bool busy() const { return future_.valid(); }

  /// The result, once, when it is ready.
  [[nodiscard]] std::optional<Result> take() {
    if (!busy() || future_.wait_for(std::chrono::seconds::zero()) != std::future_status::ready) return std::nullopt;
    return future_.get();
  }

  void wait() const {
    if (busy()) future_.wait();
  }

  /// Asks what is running to stop, waits for it and drops its result.
  void cancel() {
    stop_.request_stop();
    if (busy()) future_.wait();
    future_ = {};
  }

 private:
  std::stop_source stop_;
  std::future<Result> future_;
};

}  // namespace modlab
