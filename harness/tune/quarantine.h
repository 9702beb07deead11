#pragma once

#include <map>
#include <string>

#include "harness/store/row.h"

namespace modlab {

/// The variants that crashed, hung or lost the device. What did so once is not tried again on other workloads of the
/// same operator and type, whose kernels are nearly the same: a hang costs as much as hundreds of variants.
class Quarantine {
 public:
  void learn(const Row& row);

  /// Why the row's variant is not to be tried; null where it may be. The row needs its operator, type and variant.
  [[nodiscard]] const Row* find(const Row& row) const;

 private:
  std::map<std::string, Row> rows_;
};

}  // namespace modlab
