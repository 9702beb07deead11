#pragma once

#include <map>
#include <string>

#include "harness/store/row.h"

namespace modlab {

/// Variants that crashed, hung or lost the device. They are not tried again on other workloads of the same operator and
/// type, whose kernels are nearly the same: a hang costs as much time as hundreds of variants.
class Quarantine {
 public:
  void learn(const Row& row);

  /// The row that put this row's variant into quarantine; null where there is none. Needs operator, type and variant.
  [[nodiscard]] const Row* find(const Row& row) const;

 private:
  std::map<std::string, Row> rows_;
};

}  // namespace modlab
