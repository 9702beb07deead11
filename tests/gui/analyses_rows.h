#pragma once

#include <string>

#include "gui/run.h"
#include "kernels/algorithm.h"
#include "kernels/variant.h"

namespace modlab {

/// A timed row of a real variant, with the journal's columns for its choices filled in.
inline Row variant_row(const Variant& variant, double median_ns) {
  Row row;
  row.op = "floor";
  row.dtype = "f32";
  row.shape = "1024";
  row.layout = "packed";
  row.placement = "out";
  row.data_set = "mixed";
  row.mode = "warm";
  row.status = "ok";
  row.variant = name_of(variant);
  row.access = name_of(variant.access);
  row.load_bytes = variant.load_bytes;
  row.per_thread = variant.per_thread;
  row.threads = variant.threads;
  row.loop = name_of(variant.loop);
  row.algorithm = name_of(variant.algorithm);
  row.accuracy = name_of(accuracy_of(variant.algorithm));
  row.binding = name_of(variant.binding);
  row.compiler = name_of(variant.compiler);
  row.shader_model = name_of(variant.shader_model);
  row.median_ns = median_ns;
  row.ci_low_ns = 0.98 * median_ns;
  row.ci_high_ns = 1.04 * median_ns;
  row.bytes = 12288;
  row.gbps = 12288 / median_ns;
  row.roofline_gbps = 100;
  row.roofline_pct = *row.gbps;
  row.max_ulp = row.accuracy == "exact" ? 0 : 3;
  return row;
}

/// Numbers the rows as a journal does.
inline Run run_of(std::vector<Row> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].row = i + 1;
  return make_run(std::move(rows));
}

}  // namespace modlab
