#pragma once

#include <string>

#include "harness/store/row.h"

namespace modlab {

/// A row that passed, with this median and an interval of this relative half-width.
inline store::Row measured_row(const std::string& variant, double median_ns, double half_width) {
  store::Row row;
  row.op = "floor";
  row.dtype = "f32";
  row.shape = "1000";
  row.layout = "packed";
  row.placement = "out";
  row.data_set = "mixed";
  row.variant = variant;
  row.accuracy = "exact";
  row.mode = "warm";
  row.status = "ok";
  row.samples = 15;
  row.median_ns = median_ns;
  row.ci_low_ns = median_ns * (1 - half_width);
  row.ci_high_ns = median_ns * (1 + half_width);
  row.gbps = 12000 / median_ns;
  return row;
}

}  // namespace modlab
