#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/bench/entries.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/lab.h"

namespace modlab {

/// Measures entries one by one, with only the workload of the latest laid out on the device.
class Stage {
 public:
  /// `entries` are all that may come, and decide which copies the roofline consists of: so the share of it does not
  /// depend on which of them are run.
  Stage(Lab& lab, std::vector<Entry> entries, std::uint64_t seed, const Conditions& conditions = {});
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] const Clock& clock() const { return clock_; }
  [[nodiscard]] bool any_failed() const { return any_failed_; }

  /// Through the gate, timed, through the gate again. Whatever the variant does is its evaluation's status; a lost
  /// device is made anew.
  Evaluation measure(const Entry& entry);

 private:
  void lay_out(const Entry& first);
  Evaluation attempt(const Entry& entry);

  Lab& lab_;
  std::vector<Entry> entries_;
  std::uint64_t seed_;
  Conditions conditions_;
  Clock clock_;
  std::optional<Bench> bench_;
  bool any_failed_ = false;
};

}  // namespace modlab
