#include "harness/tune/local_rig.h"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

#include "harness/device/status.h"
#include "harness/system/host.h"

namespace modlab::tune {
namespace {

/// An H200's clocks stay up for longer than that.
constexpr double kClocksStay_ns = 0.5e9;

/// Variants are ranked by figures so many times as wide as those that are reported of the best.
constexpr double kCoarser = 2;

}  // namespace

LocalRig::LocalRig(Lab& lab, std::size_t jobs) : lab_(lab), jobs_(jobs), clock_(measure::probe_clock(*lab.device)) {}

void LocalRig::open() { lab_.open(); }

void LocalRig::close() {
  since_work_.reset();
  tear_down();
  lab_.close();
}

// Several per thread, so that no thread waits for the next call and slow compilations start early enough.
std::size_t LocalRig::lookahead() const { return 4 * jobs_; }

void LocalRig::begin(const Assignment& assignment) {
  tear_down();
  assignment_ = assignment;
  best_.clear();
  random_.seed(assignment.seed);
  set_up();
  // Where threads would disturb the device, nothing is prepared ahead.
  if (jobs_ == 0 || !assignment.next) return;
  expected_.emplace(*assignment.next, assignment.seed);
  expected_data_ = std::async(std::launch::async, [expected = *expected_] {
    lower_thread_priority();
    return measure::WorkloadData(expected.first, expected.second);
  });
}

void LocalRig::expect(std::span<const Candidate> candidates) {
  std::vector<Candidate> soon;
  for (const Candidate& candidate : candidates) {
    soon.push_back(candidate);
    // Once, before the first candidate that needs them.
    for (const Candidate& copy : setup_->roofline.copies_due(candidate))
      if (std::ranges::find(soon, copy) == soon.end()) soon.push_back(copy);
  }
  setup_->workbench.expect(soon);
}

Evaluation LocalRig::evaluate(const Attempt& attempt) {
  // Enough to rank by. Close variants are compared again in rounds, which give figures that can be trusted.
  measure::StoppingRule rule = measure::rule_alone(assignment_.sampling);
  rule.precision *= kCoarser;
  rule.max_ns *= attempt.effort;
  const Accuracy accuracy = attempt.candidate.accuracy;
  const auto best = best_.find(accuracy);
  if (best != best_.end()) rule.out_of_reach_ns = finalists_reach_ns(best->second.median, best->second.ci.high);
  Evaluation evaluation = evaluate_variant(setup_->sampler, setup_->roofline, attempt.candidate, rule);
  since_work_.emplace();
  if (evaluation.status == Status::ok) {
    const statistics::Statistics& found = evaluation.measurement->statistics;
    if (best == best_.end() || found.median < best->second.median) best_[accuracy] = found;
  }
  return evaluation;
}

Confirmation LocalRig::confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) {
  Confirmation confirmation = tune::confirm(setup_->sampler, setup_->roofline, finalists, rule, random_);
  since_work_.emplace();
  return confirmation;
}

measure::Ledger LocalRig::ledger() const {
  measure::Ledger whole = ledger_;
  if (setup_) whole += setup_->workbench.ledger();
  return whole;
}

measure::WorkloadData LocalRig::take_data() {
  const std::pair wanted(assignment_.workload, assignment_.seed);
  if (std::exchange(expected_, std::nullopt) == wanted) return expected_data_.get();
  return {wanted.first, wanted.second};
}

void LocalRig::set_up() {
  const Phase phase(*lab_.device, "set up " + name_of(assignment_.workload));
  try {
    setup_.emplace(lab_, clock_, assignment_.workload, assignment_.like, take_data(), assignment_.conditions, jobs_,
                   since_work_ && since_work_->elapsed_ns() < kClocksStay_ns);
  } catch (const std::bad_alloc&) {
    throw VariantFailure(Status::device_refused, "this machine has not enough memory for the workload");
  }
  setup_->workbench.condemn(assignment_.condemned);
  // The first evaluation needs all of these.
  std::vector<Candidate> first = setup_->roofline.first_copies();
  first.insert(first.begin(), setup_->sampler.pilot());
  setup_->workbench.expect(first);
}

void LocalRig::tear_down() {
  ledger_ = ledger();
  setup_.reset();
}

std::size_t default_jobs(const DeviceTraits& device) {
  if (device.software) return 0;
  // One core is for the driver and one for the thread that measures.
  return std::max(std::thread::hardware_concurrency(), 2u) - 2;
}

}  // namespace modlab::tune
