#include "harness/tune/evaluation.h"

#include <fmt/format.h>

#include "harness/measure/relocation.h"
#include "harness/statistics/outlier_fence.h"

namespace modlab::tune {
namespace {

/// Runs the steps and turns a failure of the candidate into its status. What the steps found before it is kept. A
/// failure of another kernel is thrown.
template <typename Steps>
Evaluation attempt(const Candidate& candidate, Steps steps) {
  Evaluation evaluation;
  evaluation.candidate = candidate;
  try {
    steps(evaluation);
  } catch (const VariantFailure& failure) {
    if (!failure.kernel().empty() && failure.kernel() != candidate.name) throw;
    evaluation.status = failure.status();
    evaluation.detail = failure.what();
  }
  return evaluation;
}

measure::PreparedKernel prepare(measure::Workbench& workbench, Evaluation& evaluation) {
  measure::PreparedKernel prepared = workbench.prepare(evaluation.candidate);
  evaluation.findings.compile_ms = prepared.compile_ms;
  evaluation.findings.shader_hash = prepared.shader_hash;
  return prepared;
}

void set_comparison(store::Findings& findings, const Comparison& comparison) {
  findings.mismatches = comparison.mismatches;
  findings.max_ulp = comparison.max_ulp;
  findings.worst = comparison.worst;
  findings.special_mismatches = comparison.special_mismatches;
  findings.max_finite_ulp = comparison.max_finite_ulp;
  findings.ulp_p999 = comparison.ulp_p999;
  findings.error_per_divisor = comparison.error_per_divisor;
}

}  // namespace

Evaluation verify_variant(measure::Workbench& workbench, const Candidate& candidate,
                          std::optional<measure::PreparedKernel>& prepared) {
  return attempt(candidate, [&](Evaluation& evaluation) {
    if (!prepared) prepared = prepare(workbench, evaluation);
    evaluation.findings.shader_hash = prepared->shader_hash;
    set_comparison(evaluation.findings, workbench.verify(*prepared));
  });
}

Evaluation evaluate_variant(measure::Sampler& sampler, measure::Roofline& roofline, const Candidate& candidate,
                            const measure::StoppingRule& rule, bool relocates) {
  return attempt(candidate, [&](Evaluation& evaluation) {
    std::vector<measure::PreparedKernel> kernel;
    kernel.push_back(prepare(sampler.workbench(), evaluation));
    const measure::PreparedKernel& prepared = kernel.front();
    set_comparison(evaluation.findings, sampler.workbench().verify(prepared));
    measure::Relocation relocation(sampler.workbench(), kernel);
    evaluation.measurement =
        relocates ? measure::sample_alone(sampler, prepared, rule, [&] { return relocation.begin_round(); })
                  : measure::sample_alone(sampler, prepared, rule);
    sampler.workbench().check(prepared);
    roofline.check(prepared, evaluation.measurement->statistics.median);
    if (roofline.best_copy()) evaluation.roofline_gbps = roofline.gbps();
  });
}

store::Row make_row(const Workload& workload, std::uint64_t seed, const Evaluation& evaluation, std::string_view mode) {
  store::Row row;
  static_cast<store::Findings&>(row) = evaluation.findings;
  store::set_workload(row, workload);
  store::set_candidate(row, evaluation.candidate);
  row.mode = mode;
  row.status = name_of(evaluation.status);
  row.detail = evaluation.detail;
  row.compile_ms = evaluation.findings.compile_ms.value_or(0);  // none where nothing came back
  row.bytes = workload.bytes;
  row.seed = seed;
  if (evaluation.measurement) set_measurement(row, *evaluation.measurement);
  if (evaluation.roofline_gbps) set_roofline(row, *evaluation.roofline_gbps);
  return row;
}

void set_measurement(store::Row& row, const measure::Measurement& measurement) {
  const statistics::Statistics& statistics = measurement.statistics;
  row.samples = statistics.count;
  row.blocks = statistics.blocks;
  row.median_ns = statistics.median;
  row.min_ns = statistics.min;
  row.q1_ns = statistics.q1;
  row.q3_ns = statistics.q3;
  row.mad_ns = statistics.mad;
  row.ci_low_ns = statistics.ci.low;
  row.ci_high_ns = statistics.ci.high;
  row.stop = measure::name_of(measurement.stop);
  row.gbps = static_cast<double>(row.bytes.value()) / statistics.median;
  if (!is_ok(row)) return;
  const std::size_t drifted = measure::samples_where(measurement, true).values.size();
  const bool counted = drifted > 0 && statistics.count == measurement.samples_ns.values.size();
  row.detail = counted ? fmt::format("the machine drifted around {} of the {} samples", drifted, statistics.count) : "";
}

void set_roofline(store::Row& row, double roofline_gbps) {
  row.roofline_gbps = roofline_gbps;
  row.roofline_pct = 100 * row.gbps.value() / roofline_gbps;
}

std::vector<store::Sample> samples_of(std::uint64_t row, std::string_view phase,
                                      const measure::Measurement& measurement) {
  const statistics::Interval expected = statistics::outlier_fence(measure::counted_ns(measurement).values);
  std::vector<store::Sample> samples;
  for (std::size_t i = 0; i < measurement.samples_ns.values.size(); ++i) {
    const double ns = measurement.samples_ns.values[i];
    samples.push_back({.row = row,
                       .phase = std::string(phase),
                       .index = i,
                       .ns = ns,
                       .drifted = measurement.drifted[i],
                       .outlier = !expected.contains(ns),
                       .block = measurement.samples_ns.blocks[i]});
  }
  return samples;
}

}  // namespace modlab::tune
