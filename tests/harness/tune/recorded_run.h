#pragma once

#include <vector>

#include "harness/store/row.h"
#include "kernels/accuracy.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"

namespace modlab::tune {

/// Every variant of a workload, each slower than the one before.
inline std::vector<store::Row> recorded_run() {
  Platform platform;
  platform.compilers = {CompilerTraits{}};
  const modulus::VariantSpace space(describe(modulus::Workload{}), platform);
  std::vector<store::Row> rows;
  for (const modulus::Variant& variant : space.legal()) {
    store::Row row;
    row.row = rows.size() + 1;
    row.op = "floor";
    row.variant = name_of(variant);
    row.accuracy = name_of(modulus::accuracy_of(variant.algorithm));
    row.status = "ok";
    row.median_ns = 100.0 + static_cast<double>(rows.size());
    rows.push_back(row);
  }
  return rows;
}

}  // namespace modlab::tune
