#include "harness/bench/stage.h"

#include <algorithm>
#include <utility>

namespace modlab {

Stage::Stage(Lab& lab, std::vector<Entry> entries, std::uint64_t seed, const SamplingRule& sampling,
             const Conditions& conditions)
    : lab_(lab),
      entries_(std::move(entries)),
      seed_(seed),
      sampling_(sampling),
      conditions_(conditions),
      clock_(probe_clock(*lab.device)) {}

void Stage::set_up(const Entry& first) {
  if (setup_ && setup_->workbench.workload() == first.workload) return;
  setup_.reset();
  setup_.emplace(lab_, clock_, first.workload, first.variant, seed_, WorkloadData(first.workload, seed_), conditions_);
  for (const Entry& entry : entries_)
    if (entry.workload == first.workload) setup_->roofline.explore(entry.variant);
}

Evaluation Stage::attempt(const Entry& entry) {
  try {
    set_up(entry);
    StoppingRule rule = rule_alone(sampling_);
    rule.min_samples = std::max(rule.min_samples, sampling_.rounds);
    return evaluate_variant(setup_->sampler, setup_->roofline, entry.variant, rule, sampling_.rounds > 0);
  } catch (const VariantFailure& failure) {  // setting up failed
    setup_.reset();
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
    setup_.reset();
    lab_.device.reset();
    lab_.device = lab_.make_device();
  }
  return evaluation;
}

}  // namespace modlab
