#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/store/row.h"
#include "harness/tune/evaluation.h"

namespace modlab::tune {

/// Variants that crashed, hung or lost the device. They are not tried again on other workloads of the same operator and
/// type, whose kernels are nearly the same: a hang costs as much time as hundreds of variants.
class Quarantine {
 public:
  void learn(const store::Row& row);

  /// What a row says of its variant without trying it; nothing where it may be tried. Needs operator, type and variant.
  [[nodiscard]] std::optional<Evaluation> untried(const store::Row& row, const Candidate& candidate) const;

 private:
  std::map<std::string, store::Row> rows_;
};

}  // namespace modlab::tune
