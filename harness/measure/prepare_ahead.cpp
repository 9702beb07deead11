#include "harness/measure/prepare_ahead.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "harness/system/host.h"

namespace modlab::measure {
namespace {

bool is_ready(const std::future<PreparedKernel>& kernel) {
  return kernel.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

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
    std::multiset<std::string> begun;
    for (const auto& [name, kernel] : begun_) begun.insert(name);
    for (const Variant& variant : variants)
      if (begun.extract(name_of(variant)).empty()) expected_.push_back(variant);
    drop_unwanted();
  }
  changed_.notify_all();
}

/// A search may turn away from what it was about to try; such kernels are kept for a while, but not for ever.
void PrepareAhead::drop_unwanted() {
  constexpr std::size_t kKept = 256;
  for (auto kernel = begun_.begin(); kernel != begun_.end() && begun_.size() > kKept;)
    if (is_ready(kernel->second))
      kernel = begun_.erase(kernel);
    else
      ++kernel;
}

bool PrepareAhead::is_busy() const {
  const std::scoped_lock lock(mutex_);
  return !expected_.empty() || std::ranges::any_of(begun_, [](const auto& kernel) { return !is_ready(kernel.second); });
}

PreparedKernel PrepareAhead::take(const Variant& variant) {
  std::future<PreparedKernel> future;
  {
    const std::scoped_lock lock(mutex_);
    if (auto begun = begun_.extract(name_of(variant)))
      future = std::move(begun.mapped());
    else if (const auto expected = std::ranges::find(expected_, variant); expected != expected_.end())
      expected_.erase(expected);
  }
  return future.valid() ? future.get() : prepare_(variant);
}

void PrepareAhead::work() {
  lower_thread_priority();  // threads that measure or wait for the device come first
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

}  // namespace modlab::measure
