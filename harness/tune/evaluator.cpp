#include "harness/tune/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "harness/device/status.h"

namespace modlab::tune {
namespace {

/// How often in a row an evaluation may fail for a reason that nobody can be blamed for.
constexpr int kUnexplained = 3;

}  // namespace

Evaluator::Evaluator(std::unique_ptr<Rig> rig) : Evaluator(std::move(rig), Patience{}) {}

Evaluator::Evaluator(std::unique_ptr<Rig> rig, const Patience& patience) : rig_(std::move(rig)), patience_(patience) {
  rig_->open();
}

void Evaluator::begin(const Assignment& assignment) {
  assignment_ = assignment;
  faults_.clear();
  if (state_ == State::ready) state_ = State::idle;
  make_ready();
}

void Evaluator::expect(std::span<const Candidate> candidates) {
  make_ready();
  rig_->expect(candidates);
}

Evaluation Evaluator::evaluate(const Attempt& attempt) {
  for (int failures = 1;; ++failures) {
    make_ready();
    try {
      Evaluation evaluation = rig_->evaluate(attempt);
      if (loses_the_rig(evaluation.status)) state_ = State::recovering;
      return evaluation;
    } catch (const VariantFailure& failure) {
      lose(failure, "evaluating " + attempt.candidate.name);
      if (!condemn(failure) && failures >= kUnexplained) throw;
    }
  }
}

Confirmation Evaluator::confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) {
  while (true) {
    make_ready();
    try {
      return rig_->confirm(finalists, rule);
    } catch (const VariantFailure& failure) {
      const bool is_finalist = std::ranges::any_of(
          finalists, [&](const Finalist& finalist) { return finalist.candidate.name == failure.kernel(); });
      if (is_finalist && loses_the_rig(failure.status())) state_ = State::recovering;
      if (is_finalist) throw;
      lose(failure, "confirming");
      if (!condemn(failure)) throw;
    }
  }
}

/// Gives the rig the assignment, after opening it again where it was lost.
void Evaluator::make_ready() {
  if (state_ == State::dead) throw DeviceGone(why_dead_);
  for (int attempt = 1; state_ != State::ready; ++attempt) {
    if (state_ == State::recovering) reopen();
    try {
      rig_->begin(assignment_);
      state_ = State::ready;
    } catch (const VariantFailure& failure) {
      if (!loses_the_rig(failure.status())) throw;
      lose(failure, "setting up");
      if (attempt == patience_.attempts) throw;
    }
  }
}

void Evaluator::reopen() {
  for (int attempt = 1; state_ == State::recovering; ++attempt) try {
      rig_->close();
      rig_->open();
      state_ = State::idle;
    } catch (const std::exception& error) {
      faults_.push_back(fmt::format("reopening the device: {}", error.what()));
      if (attempt == patience_.attempts) {
        state_ = State::dead;
        why_dead_ = fmt::format("the device did not come back: {}", error.what());
        throw DeviceGone(why_dead_);
      }
      std::this_thread::sleep_for(patience_.pause);
    }
}

void Evaluator::lose(const VariantFailure& failure, std::string_view during) {
  state_ = State::recovering;
  std::string fault = fmt::format("{}: {}: {}", during, name_of(failure.status()), failure.what());
  if (!failure.kernel().empty()) fault += fmt::format(" ({})", failure.kernel());
  faults_.push_back(std::move(fault));
}

/// Does without a kernel that failed, for the rest of the workload. False where that does not help: nobody is to blame,
/// it was condemned before, or it is the pilot, without which nothing can be measured.
bool Evaluator::condemn(const VariantFailure& failure) {
  const Candidate pilot = assignment_.workload.problem->pilot(assignment_.like);
  if (failure.kernel().empty() || failure.kernel() == pilot.name) return false;
  return assignment_.condemned.emplace(failure.kernel(), failure.what()).second;
}

}  // namespace modlab::tune
