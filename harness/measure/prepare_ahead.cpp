#include "harness/measure/prepare_ahead.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "harness/process/child_process.h"

namespace modlab {

PrepareAhead::PrepareAhead(Prepare prepare, std::size_t threads) : prepare_(std::move(prepare)) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

PrepareAhead::~PrepareAhead() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void PrepareAhead::expect(std::span<const Variant> variants) {
  if (threads_.empty()) return;
  {
    const std::scoped_lock lock(mutex_);
    expected_.clear();
    for (const Variant& variant : variants)
      if (!begun_.contains(name_of(variant)) && std::ranges::find(expected_, variant) == expected_.end())
        expected_.push_back(variant);
    drop_unwanted();
  }
  changed_.notify_all();
}

/// A search may turn away from what it was about to try; such kernels are kept for a while, and not for ever.
void PrepareAhead::drop_unwanted() {
  constexpr std::size_t kKept = 256;
  using namespace std::chrono_literals;
  for (auto kernel = begun_.begin(); kernel != begun_.end() && begun_.size() > kKept;)
    if (kernel->second.wait_for(0s) == std::future_status::ready)
      kernel = begun_.erase(kernel);
    else
      ++kernel;
}

PreparedKernel PrepareAhead::take(const Variant& variant) {
  std::future<PreparedKernel> future;
  {
    const std::scoped_lock lock(mutex_);
    std::erase(expected_, variant);
    if (auto begun = begun_.extract(name_of(variant))) future = std::move(begun.mapped());
  }
  return future.valid() ? future.get() : prepare_(variant);
}

void PrepareAhead::work() {
  lower_thread_priority();  // whoever measures or waits for the device goes first
  while (true) {
    std::promise<PreparedKernel> promise;
    Variant variant;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return over_ || !expected_.empty(); });
      if (over_) return;
      variant = expected_.front();
      expected_.pop_front();
      begun_.emplace(name_of(variant), promise.get_future());
    }
    try {
      promise.set_value(prepare_(variant));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  }
}

}  // namespace modlab
