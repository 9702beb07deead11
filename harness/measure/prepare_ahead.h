#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "harness/device/device.h"
#include "kernels/candidate.h"
#include "kernels/plan.h"

namespace modlab::measure {

/// A candidate that the device has accepted.
struct PreparedKernel {
  Candidate candidate;
  std::unique_ptr<Kernel> kernel;
  std::vector<Slice> slices{};  ///< of its plan
  double compile_ms = 0;        ///< compiler and pipeline creation together
  std::string shader_hash;
};

/// Prepares kernels on its own threads before they are needed, so that the device does not wait for a compiler.
class PrepareAhead {
 public:
  using Prepare = std::function<PreparedKernel(const Candidate&)>;

  /// `prepare` is called from several threads at once. Without threads, a kernel is prepared when it is taken.
  PrepareAhead(Prepare prepare, std::size_t threads);
  PrepareAhead(const PrepareAhead&) = delete;
  PrepareAhead& operator=(const PrepareAhead&) = delete;
  /// Waits for preparations in progress.
  ~PrepareAhead();

  /// Announces what will probably be taken next, soonest first, each as often as it is listed. Replaces earlier
  /// announcements that have not been started.
  void expect(std::span<const Candidate> candidates);

  /// Whether an expected kernel is not ready yet.
  [[nodiscard]] bool is_busy() const;

  /// Waits if it is being prepared. Throws what preparing it threw.
  [[nodiscard]] PreparedKernel take(const Candidate& candidate);

 private:
  void work();
  void drop_unwanted();

  Prepare prepare_;
  mutable std::mutex mutex_;  ///< guards all below
  std::condition_variable changed_;
  std::deque<Candidate> expected_;
  std::multimap<std::string, std::future<PreparedKernel>> begun_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace modlab::measure
