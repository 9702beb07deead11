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

/// The limit for work that belongs to no variant: loading drivers, filling and uploading tensors, the reference.
constexpr milliseconds kSetupLimit{600'000};

/// Throws here what was thrown in the worker.
void throw_failure(const json& reply) {
  if (reply.contains("failure"))
    throw VariantFailure(*value_in(kStatusNames, reply.at("failure").get<std::string>()), reply.at("detail"));
}

}  // namespace

bool runs_short(std::span<const Variant> likely_next, std::span<const Variant> announced, std::size_t lookahead) {
  const auto left = static_cast<std::size_t>(std::ranges::count_if(
      likely_next, [&](const Variant& variant) { return std::ranges::find(announced, variant) != announced.end(); }));
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
    greeting = receive(kSetupLimit);
  } catch (const VariantFailure& failure) {
    throw Error(fmt::format("no usable device: {}", failure.what()));
  }
  if (greeting.contains("error")) throw Error(greeting.at("error").get<std::string>());
  platform_ = platform_from(greeting.at("platform"));
  clock_ = clock_from(greeting.at("clock"));
  greeting.at("lookahead").get_to(lookahead_);
}

void RemoteEvaluator::drop_worker() {
  worker_.reset();
  ledger_ += worker_ledger_;
  worker_ledger_ = {};
  suspects_.merge(ahead_);
  ahead_.clear();
  announced_.clear();
}

void RemoteEvaluator::restart() {
  drop_worker();
  begin(Assignment(*assignment_));
}

/// The worker's next reply. Throws VariantFailure with crashed or timed_out where there is none.
json RemoteEvaluator::receive(milliseconds limit) {
  std::string line;
  while (true) {
    const ReadResult result = worker_->read_line(line, limit);
    if (result == ReadResult::timeout)
      throw VariantFailure(Status::timed_out,
                           fmt::format("no result within {} s", std::chrono::duration<double>(limit).count()));
    if (result == ReadResult::closed) throw VariantFailure(Status::crashed, "its process " + worker_->end());
    if (line.starts_with('{')) return json::parse(line);  // drivers print the other lines
  }
}

json RemoteEvaluator::call(const json& request, milliseconds limit) {
  worker_->write(request.dump() + '\n');
  json reply = receive(limit);
  worker_ledger_ = ledger_from(reply.at("ledger"));
  return reply;
}

void RemoteEvaluator::begin(const Assignment& assignment) {
  assignment_ = assignment;
  announced_.clear();
  if (!worker_) start();
  try {
    throw_failure(call({{"begin", to_wire(assignment)}}, kSetupLimit));
  } catch (const VariantFailure&) {
    drop_worker();  // the next workload gets a fresh worker
    throw;
  }
}

void RemoteEvaluator::expect(std::span<const Variant> variants) {
  if (!worker_ || !runs_short(variants, announced_, lookahead_)) return;
  announced_.assign(variants.begin(), variants.end());
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
    // A kernel being prepared in the background may have been the cause, so this one gets a second chance, alone.
    restart();
    evaluation = try_evaluate(candidate);
  }
  if (evaluation.status == Status::crashed || lost_its_device(evaluation.status)) restart();
  return evaluation;
}

Evaluation RemoteEvaluator::try_evaluate(const Candidate& candidate) {
  try {
    const json reply = call({{"evaluate", to_wire(candidate)}}, time_limit_);
    return evaluation_from(reply.at("evaluation"));
  } catch (const VariantFailure& failure) {
    Evaluation evaluation;
    evaluation.variant = candidate.variant;
    evaluation.status = failure.status();
    evaluation.detail = failure.what();
    return evaluation;
  }
}

Confirmation RemoteEvaluator::confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) {
  const auto limit = milliseconds(std::llround(rule.limit_s * 1e3)) + time_limit_ * (finalists.size() + 1);
  try {
    const json reply = call({{"confirm", to_wire(finalists)}, {"rule", to_wire(rule)}}, limit);
    throw_failure(reply);
    return confirmation_from(reply.at("confirmation"));
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
