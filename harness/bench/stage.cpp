#include "harness/bench/stage.h"

#include <algorithm>
#include <utility>

namespace modlab::bench {

Stage::Stage(Lab& lab, std::vector<Entry> entries, std::uint64_t seed, const SamplingRule& sampling,
             const Conditions& conditions)
    : lab_(lab),
      entries_(std::move(entries)),
      seed_(seed),
      sampling_(sampling),
      conditions_(conditions),
      clock_(probe_clock(*lab.device)) {}

void Stage::set_up(const Workload& workload) {
  if (setup_ && setup_->workbench.workload() == workload) return;
  setup_.reset();
  std::vector<Variant> variants;
  for (const Entry& entry : entries_)
    if (const auto& variant = entry.candidate.variant; variant && entry.workload == workload)
      variants.push_back(*variant);
  setup_.emplace(lab_, clock_, workload, variants.front(), seed_, WorkloadData(workload, seed_), conditions_);
  for (const Variant& variant : variants)
    if (copy_of(variant)) setup_->roofline.explore(variant);
}

Evaluation Stage::attempt(const Entry& entry) {
  try {
    set_up(entry.workload);
    StoppingRule rule = rule_alone(sampling_);
    rule.min_samples = std::max(rule.min_samples, sampling_.rounds);
    return evaluate_variant(setup_->sampler, setup_->roofline, entry.candidate, rule, sampling_.rounds > 0);
  } catch (const VariantFailure& failure) {  // setting up failed
    setup_.reset();
    Evaluation evaluation;
    evaluation.candidate = entry.candidate;
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
    lab_.close();
    lab_.open();
  }
  return evaluation;
}

}  // namespace modlab::bench
