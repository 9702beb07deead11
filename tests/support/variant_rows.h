#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"
#include "kernels/candidate.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"

namespace modlab {

/// A timed row of a candidate, with the columns of its axes filled in.
inline store::Row candidate_row(const Candidate& candidate, double median_ns) {
  store::Row row;
  store::set_workload(row, modulus::Workload{.shape = {1024}});
  store::set_candidate(row, candidate);
  row.mode = "warm";
  row.status = "ok";
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

inline store::Row variant_row(const modulus::Variant& variant, double median_ns) {
  return candidate_row(variant, median_ns);
}
inline store::Row peer_row(double median_ns) { return candidate_row(Candidate::of_peer("directml"), median_ns); }

/// Numbers the rows as a journal does.
inline analysis::Run run_of(std::vector<store::Row> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].row = i + 1;
  return analysis::make_run(std::move(rows));
}

inline std::size_t axis_of(const analysis::Run& run, std::string_view name) {
  return analysis::find_axis(run.axes, name).value();
}

}  // namespace modlab
