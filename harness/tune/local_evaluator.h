#pragma once

#include <future>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include "harness/tune/evaluator.h"
#include "harness/tune/lab.h"
#include "kernels/algorithm.h"

namespace modlab {

/// Evaluates in this process, on the lab's device, which is made anew when it was lost or hangs.
class LocalEvaluator : public Evaluator {
 public:
  /// Kernels are prepared ahead on as many threads as `jobs` says.
  LocalEvaluator(Lab& lab, std::size_t jobs);

  [[nodiscard]] const Platform& platform() const override { return lab_.platform; }
  [[nodiscard]] const Clock& clock() const override { return clock_; }
  [[nodiscard]] std::size_t lookahead() const override;
  void begin(const Assignment& assignment) override;
  void expect(std::span<const Variant> variants) override;
  [[nodiscard]] Evaluation evaluate(const Candidate& candidate) override;
  [[nodiscard]] Confirmation confirm(const std::vector<Finalist>& finalists, double limit_s) override;
  [[nodiscard]] Ledger ledger() const override;

 private:
  /// The assignment's data: those that were made ahead, or new ones.
  [[nodiscard]] WorkloadData take_data();
  void lay_out();
  void clear_away();
  void renew_device();

  Lab& lab_;
  std::size_t jobs_;
  Clock clock_;
  Assignment assignment_;
  std::mt19937_64 random_;
  std::optional<Bench> bench_;
  std::map<Accuracy, Statistics> best_;                         ///< of the workload, so far
  std::optional<std::pair<Workload, std::uint64_t>> expected_;  ///< with its seed
  std::future<WorkloadData> expected_data_;                     ///< being made
  Ledger ledger_;                                               ///< of benches that are no more
};

/// Threads for preparing kernels ahead, where nobody says how many: none where they would disturb the device.
std::size_t default_jobs(const DeviceTraits& device);

}  // namespace modlab
