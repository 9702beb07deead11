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

void PrepareAhead::expect(std::span<const Candidate> candidates) {
  if (threads_.empty()) return;
  {
    const std::scoped_lock lock(mutex_);
    expected_.clear();
    std::multiset<std::string> begun;
    for (const auto& [name, kernel] : begun_) begun.insert(name);
    for (const Candidate& candidate : candidates)
      if (begun.extract(candidate.name).empty()) expected_.push_back(candidate);
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

PreparedKernel PrepareAhead::take(const Candidate& candidate) {
  std::future<PreparedKernel> future;
  {
    const std::scoped_lock lock(mutex_);
    if (auto begun = begun_.extract(candidate.name))
      future = std::move(begun.mapped());
    else if (const auto expected = std::ranges::find(expected_, candidate); expected != expected_.end())
      expected_.erase(expected);
  }
  return future.valid() ? future.get() : prepare_(candidate);
}

void PrepareAhead::work() {
  lower_thread_priority();  // threads that measure or wait for the device come first
  while (true) {
    std::promise<PreparedKernel> promise;
    Candidate candidate;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return over_ || !expected_.empty(); });
      if (over_) return;
      candidate = expected_.front();
      expected_.pop_front();
      begun_.emplace(candidate.name, promise.get_future());
    }
    try {
      promise.set_value(prepare_(candidate));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  }
}

}  // namespace modlab::measure
