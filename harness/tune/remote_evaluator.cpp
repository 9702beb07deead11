#include "harness/tune/remote_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/device/status.h"
#include "harness/tune/wire.h"
#include "kernels/error.h"

namespace modlab {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

/// For work that is none of a variant's: loading drivers, filling and uploading tensors, computing the reference.
constexpr milliseconds kPatience{600'000};

/// What was thrown in the worker is thrown here.
void throw_failure(const json& answer) {
  if (answer.contains("failure"))
    throw VariantFailure(*value_in(kStatusNames, answer.at("failure").get<std::string>()), answer.at("detail"));
}

}  // namespace

bool runs_short(std::span<const Variant> likely_next, std::span<const Variant> told, std::size_t lookahead) {
  const auto left = static_cast<std::size_t>(std::ranges::count_if(
      likely_next, [&](const Variant& variant) { return std::ranges::find(told, variant) != told.end(); }));
  return left < likely_next.size() && left < lookahead * 3 / 4;
}

RemoteEvaluator::RemoteEvaluator(std::vector<std::string> worker, milliseconds time_limit)
    : command_(std::move(worker)), time_limit_(time_limit) {
  start();
}

RemoteEvaluator::~RemoteEvaluator() = default;

void RemoteEvaluator::start() {
  worker_ = std::make_unique<ChildProcess>(command_);
  json greeting;
  try {
    greeting = hear(kPatience);
  } catch (const VariantFailure& failure) {
    throw Error(fmt::format("no device to work with: {}", failure.what()));
  }
  if (greeting.contains("error")) throw Error(greeting.at("error").get<std::string>());
  platform_ = platform_from(greeting.at("platform"));
  clock_ = clock_from(greeting.at("clock"));
  greeting.at("lookahead").get_to(lookahead_);
}

void RemoteEvaluator::leave_worker() {
  worker_.reset();
  ledger_ += worker_ledger_;
  worker_ledger_ = {};
  suspects_.merge(ahead_);
  ahead_.clear();
  told_.clear();
}

void RemoteEvaluator::restart() {
  leave_worker();
  begin(Assignment(*assignment_));
}

/// The worker's next answer. Throws VariantFailure with crashed or timed_out where there is none.
json RemoteEvaluator::hear(milliseconds limit) {
  std::string line;
  while (true) {
    const Heard heard = worker_->read_line(line, limit);
    if (heard == Heard::silence)
      throw VariantFailure(Status::timed_out,
                           fmt::format("no result within {} s", std::chrono::duration<double>(limit).count()));
    if (heard == Heard::end) throw VariantFailure(Status::crashed, "its process " + worker_->end());
    if (line.starts_with('{')) return json::parse(line);  // what a driver prints is not for us
  }
}

json RemoteEvaluator::ask(const json& question, milliseconds limit) {
  worker_->write(question.dump() + '\n');
  json answer = hear(limit);
  worker_ledger_ = ledger_from(answer.at("ledger"));
  return answer;
}

void RemoteEvaluator::begin(const Assignment& assignment) {
  assignment_ = assignment;
  told_.clear();
  if (!worker_) start();
  try {
    throw_failure(ask({{"begin", to_wire(assignment)}}, kPatience));
  } catch (const VariantFailure&) {
    leave_worker();  // the next workload gets a worker that nothing has happened to
    throw;
  }
}

void RemoteEvaluator::expect(std::span<const Variant> variants) {
  if (!worker_ || !runs_short(variants, told_, lookahead_)) return;
  told_.assign(variants.begin(), variants.end());
  std::vector<Variant> trusted;
  for (const Variant& variant : variants)
    if (!suspects_.contains(name_of(variant))) trusted.push_back(variant);
  for (const Variant& variant : trusted) ahead_.insert(name_of(variant));
  worker_->write(json{{"expect", to_wire(trusted)}}.dump() + '\n');
}

Evaluation RemoteEvaluator::evaluate(const Candidate& candidate) {
  ahead_.erase(name_of(candidate.variant));
  Evaluation evaluation = try_evaluate(candidate);
  if (evaluation.status == Status::crashed && !ahead_.empty()) {
    // One that was being prepared beside it may have been the cause: it gets a second chance, alone.
    restart();
    evaluation = try_evaluate(candidate);
  }
  if (evaluation.status == Status::crashed || lost_its_device(evaluation.status)) restart();
  return evaluation;
}

Evaluation RemoteEvaluator::try_evaluate(const Candidate& candidate) {
  try {
    const json answer = ask({{"evaluate", to_wire(candidate)}}, time_limit_);
    return evaluation_from(answer.at("evaluation"));
  } catch (const VariantFailure& failure) {
    Evaluation evaluation;
    evaluation.variant = candidate.variant;
    evaluation.status = failure.status();
    evaluation.detail = failure.what();
    return evaluation;
  }
}

Confirmation RemoteEvaluator::confirm(const std::vector<Finalist>& finalists, double limit_s) {
  const auto limit = milliseconds(std::llround(limit_s * 1e3)) + time_limit_ * (finalists.size() + 1);
  try {
    const json answer = ask({{"confirm", to_wire(finalists)}, {"limit_s", limit_s}}, limit);
    throw_failure(answer);
    return confirmation_from(answer.at("confirmation"));
  } catch (const VariantFailure&) {
    restart();
    throw;
  }
}

Ledger RemoteEvaluator::ledger() const {
  Ledger whole = ledger_;
  whole += worker_ledger_;
  return whole;
}

}  // namespace modlab
