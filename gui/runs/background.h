#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <utility>

namespace modlab {

/// Work on a thread of its own whose result the window fetches when it is there, so that no frame waits for it. A
/// result that nobody wants any more is dropped.
template <typename Result>
class Background {
 public:
  Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background() { drop(); }

  /// Calls work(std::stop_token) on another thread, after what runs already has been told to stop and has ended. What
  /// it throws is thrown by take.
  template <typename Work>
  void start(Work work) {
    drop();
    stop_ = {};
    future_ = std::async(std::launch::async, std::move(work), stop_.get_token());
  }

  [[nodiscard]] bool busy() const { return future_.valid(); }

  /// The result, once, when it is there.
  [[nodiscard]] std::optional<Result> take() {
    if (!busy() || future_.wait_for(std::chrono::seconds::zero()) != std::future_status::ready) return std::nullopt;
    return future_.get();
  }

  void wait() const {
    if (busy()) future_.wait();
  }

  void drop() {
    stop_.request_stop();
    if (busy()) future_.wait();
    future_ = {};
  }

 private:
  std::stop_source stop_;
  std::future<Result> future_;
};

}  // namespace modlab
