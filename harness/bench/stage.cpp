#include "harness/bench/stage.h"

#include <algorithm>
#include <utility>

namespace modlab::bench {

Stage::Stage(tune::Lab& lab, std::vector<Entry> entries, std::uint64_t seed, const statistics::SamplingRule& sampling,
             const measure::Conditions& conditions)
    : lab_(lab),
      entries_(std::move(entries)),
      seed_(seed),
      sampling_(sampling),
      conditions_(conditions),
      clock_(measure::probe_clock(*lab.device)) {}

void Stage::set_up(const Workload& workload) {
  if (setup_ && setup_->workbench.workload() == workload) return;
  setup_.reset();
  std::vector<Candidate> candidates;
  for (const Entry& entry : entries_)
    if (entry.candidate.build && entry.workload == workload) candidates.push_back(entry.candidate);
  setup_.emplace(lab_, clock_, workload, *candidates.front().build, measure::WorkloadData(workload, seed_),
                 conditions_);
  for (const Candidate& candidate : candidates) setup_->roofline.explore(candidate);
}

tune::Evaluation Stage::attempt(const Entry& entry) {
  try {
    set_up(entry.workload);
    measure::StoppingRule rule = measure::rule_alone(sampling_);
    rule.min_samples = std::max(rule.min_samples, sampling_.rounds);
    return tune::evaluate_variant(setup_->sampler, setup_->roofline, entry.candidate, rule, sampling_.rounds > 0);
  } catch (const VariantFailure& failure) {  // setting up failed
    setup_.reset();
    tune::Evaluation evaluation;
    evaluation.candidate = entry.candidate;
    evaluation.status = failure.status();
    evaluation.detail = failure.what();
    return evaluation;
  }
}

tune::Evaluation Stage::measure(const Entry& entry) {
  tune::Evaluation evaluation = attempt(entry);
  if (evaluation.status != Status::ok) any_failed_ = true;
  if (lost_its_device(evaluation.status)) {
    setup_.reset();
    lab_.close();
    lab_.open();
  }
  return evaluation;
}

}  // namespace modlab::bench
