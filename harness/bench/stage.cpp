#include "harness/bench/stage.h"

#include <utility>

namespace modlab {

Stage::Stage(Lab& lab, std::vector<Entry> entries, std::uint64_t seed, const Conditions& conditions)
    : lab_(lab), entries_(std::move(entries)), seed_(seed), conditions_(conditions), clock_(probe_clock(*lab.device)) {}

void Stage::lay_out(const Entry& first) {
  if (bench_ && bench_->workbench.workload() == first.workload) return;
  bench_.reset();
  bench_.emplace(lab_, clock_, first.workload, first.variant, seed_, WorkloadData(first.workload, seed_), conditions_);
  for (const Entry& entry : entries_)
    if (entry.workload == first.workload) bench_->roofline.explore(entry.variant);
}

Evaluation Stage::attempt(const Entry& entry) {
  try {
    lay_out(entry);
    return evaluate_variant(bench_->sampler, bench_->roofline, entry.variant, {});
  } catch (const VariantFailure& failure) {  // the laying out failed
    bench_.reset();
    Evaluation evaluation;
    evaluation.variant = entry.variant;
    evaluation.status = failure.status();
    evaluation.detail = failure.what();
    return evaluation;
  }
}

Evaluation Stage::measure(const Entry& entry) {
  Evaluation evaluation = attempt(entry);
  if (evaluation.status != Status::ok) any_failed_ = true;
  if (lost_its_device(evaluation.status)) {
    bench_.reset();
    lab_.device.reset();
    lab_.device = lab_.make_device();
  }
  return evaluation;
}

}  // namespace modlab
