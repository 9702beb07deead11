#pragma once

#include <future>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include "harness/measure/stopwatch.h"
#include "harness/tune/lab.h"
#include "harness/tune/rig.h"
#include "kernels/accuracy.h"

namespace modlab::tune {

/// Evaluates in this process, on the lab's device.
class LocalRig : public Rig {
 public:
  /// Kernels are prepared ahead on `jobs` threads.
  LocalRig(Lab& lab, std::size_t jobs);

  void open() override;
  void close() override;
  [[nodiscard]] const Platform& platform() const override { return lab_.platform; }
  [[nodiscard]] const measure::Clock& clock() const override { return clock_; }
  [[nodiscard]] std::size_t lookahead() const override;
  void begin(const Assignment& assignment) override;
  void expect(std::span<const Candidate> candidates) override;
  [[nodiscard]] Evaluation evaluate(const Attempt& attempt) override;
  [[nodiscard]] Confirmation confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) override;
  [[nodiscard]] measure::Ledger ledger() const override;

 private:
  /// The assignment's data, made ahead or now.
  [[nodiscard]] measure::WorkloadData take_data();
  void set_up();
  void tear_down();

  Lab& lab_;
  std::size_t jobs_;
  measure::Clock clock_;
  Assignment assignment_;
  std::mt19937_64 random_;
  std::optional<Setup> setup_;
  std::map<Accuracy, statistics::Statistics> best_;             ///< of the workload so far
  std::optional<std::pair<Workload, std::uint64_t>> expected_;  ///< the workload made ahead, with its seed
  std::future<measure::WorkloadData> expected_data_;            ///< its data
  measure::Ledger ledger_;                                      ///< of earlier setups
  std::optional<measure::Stopwatch> since_work_;                ///< of the device
};

/// The default number of threads that prepare kernels ahead: none where they would disturb the device.
std::size_t default_jobs(const DeviceTraits& device);

}  // namespace modlab::tune
