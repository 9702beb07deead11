#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/bench/entries.h"
#include "harness/statistics/sampling_rule.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/lab.h"

namespace modlab::bench {

/// How thoroughly an entry is measured by default: alone at one address.
inline constexpr statistics::SamplingRule kBenchSampling{.max_time_per_variant_s = 1, .rounds = 0};

/// Measures entries one by one, keeping only the current workload on the device.
class Stage {
 public:
  /// `entries` are all that may be measured, of each workload at least one of a variant of ours. They determine the
  /// copies behind the roofline, so that it does not depend on which entries are run.
  Stage(tune::Lab& lab, std::vector<Entry> entries, std::uint64_t seed, const statistics::SamplingRule& sampling,
        const measure::Conditions& conditions = {});
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] const measure::Clock& clock() const { return clock_; }
  [[nodiscard]] bool any_failed() const { return any_failed_; }

  /// Verifies, times and verifies again. Failures become the evaluation's status; a lost device is recreated.
  tune::Evaluation measure(const Entry& entry);

 private:
  void set_up(const Workload& workload);
  tune::Evaluation attempt(const Entry& entry);

  tune::Lab& lab_;
  std::vector<Entry> entries_;
  std::uint64_t seed_;
  statistics::SamplingRule sampling_;
  measure::Conditions conditions_;
  measure::Clock clock_;
  std::optional<tune::Setup> setup_;
  bool any_failed_ = false;
};

}  // namespace modlab::bench
