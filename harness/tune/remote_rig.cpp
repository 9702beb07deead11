#include "harness/tune/remote_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/device/status.h"
#include "harness/store/json_text.h"
#include "harness/tune/wire.h"
#include "kernels/error.h"

namespace modlab::tune {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

/// How often the first worker is started before its failure counts.
constexpr int kStarts = 2;

/// Takes what the worker sent apart. A worker that sends nonsense has lost its mind, and is replaced as one that died.
template <typename Read>
auto read_reply(Read read) {
  try {
    return store::read_json(read);
  } catch (const Error& error) {
    throw VariantFailure(Status::crashed, fmt::format("its process sent what cannot be read: {}", error.what()));
  }
}

}  // namespace

bool runs_short(std::span<const Candidate> likely_next, std::span<const Candidate> announced, std::size_t lookahead) {
  const auto left = static_cast<std::size_t>(std::ranges::count_if(
      likely_next, [&](const Candidate& next) { return std::ranges::find(announced, next) != announced.end(); }));
  return left < likely_next.size() && left < lookahead * 3 / 4;
}

RemoteRig::RemoteRig(std::vector<std::string> worker, milliseconds time_limit, milliseconds setup_limit)
    : command_(std::move(worker)), time_limit_(time_limit), setup_limit_(setup_limit) {}

RemoteRig::~RemoteRig() = default;

void RemoteRig::open() {
  for (int starts = 1;; ++starts) try {
      start();
      was_open_ = true;
      return;
    } catch (const VariantFailure& failure) {
      // One that is killed or stopped while it starts is no reason to end a run. Who reopens the rig has patience of
      // its own.
      if (was_open_ || starts == kStarts) throw Error(fmt::format("no usable device: {}", failure.what()));
    }
}

void RemoteRig::start() {
  worker_ = std::make_unique<process::ChildProcess>(command_);
  const json greeting = receive(setup_limit_);
  const auto error = read_reply([&] { return greeting.value("error", std::string()); });
  if (!error.empty()) throw Error(error);
  read_reply([&] {
    platform_ = store::value_from<Platform>(greeting.at("platform"));
    clock_ = store::value_from<measure::Clock>(greeting.at("clock"));
    lookahead_ = store::whole_number(greeting.at("lookahead"));
  });
}

void RemoteRig::close() {
  worker_.reset();
  ledger_ += worker_ledger_;
  worker_ledger_ = {};
  suspects_.merge(ahead_);
  ahead_.clear();
  announced_.clear();
  introduced_.clear();
}

/// The worker's next reply. Throws VariantFailure with crashed or timed_out where there is none.
json RemoteRig::receive(milliseconds limit) {
  using std::chrono::steady_clock;
  at_work_.clear();
  auto deadline = steady_clock::now() + limit;
  std::string line;
  while (true) {
    const auto left = std::max(std::chrono::ceil<milliseconds>(deadline - steady_clock::now()), milliseconds::zero());
    const process::ReadResult result = worker_->read_line(line, left);
    // Printed by something else before the worker took over.
    const bool is_stray = result == process::ReadResult::line && !line.starts_with('{');
    if (is_stray && left > milliseconds::zero()) continue;
    if (result == process::ReadResult::timeout || is_stray)
      throw VariantFailure(Status::timed_out,
                           fmt::format("no result within {} s", std::chrono::duration<double>(limit).count()),
                           at_work_);
    if (result == process::ReadResult::closed)
      throw VariantFailure(Status::crashed, "its process " + worker_->end(), at_work_);
    json reply = read_reply([&] { return store::parse_json(line); });
    if (!reply.contains("at")) return reply;
    at_work_ = read_reply([&] { return reply.at("at").get<std::string>(); });
    deadline = steady_clock::now() + limit;
  }
}

/// Throws here what was thrown in the worker.
json RemoteRig::call(const json& request, milliseconds limit) {
  worker_->write(request.dump() + '\n');
  json reply = receive(limit);
  read_reply([&] {
    worker_ledger_ = store::value_from<measure::Ledger>(reply.at("ledger"));
    if (reply.contains("failure")) throw failure_from(reply);
  });
  return reply;
}

void RemoteRig::introduce(const Candidate& candidate) {
  if (candidate.kernel == nullptr || !introduced_.insert(candidate.kernel).second) return;
  worker_->write(store::json_text({{"kernel", store::json_of(candidate.kernel)}}) + '\n');  // its text may not be UTF-8
}

void RemoteRig::begin(const Assignment& assignment) {
  announced_.clear();
  static_cast<void>(call({{"begin", store::json_of(assignment)}}, setup_limit_));
}

void RemoteRig::expect(std::span<const Candidate> candidates) {
  if (!runs_short(candidates, announced_, lookahead_)) return;
  announced_.assign(candidates.begin(), candidates.end());
  std::vector<Candidate> trusted;
  for (const Candidate& candidate : candidates)
    if (!suspects_.contains(candidate.name)) trusted.push_back(candidate);
  for (const Candidate& candidate : trusted) {
    introduce(candidate);
    ahead_.insert(candidate.name);
  }
  worker_->write(json{{"expect", store::json_of(trusted)}}.dump() + '\n');
}

Evaluation RemoteRig::evaluate(const Attempt& attempt) {
  const Candidate& candidate = attempt.candidate;
  ahead_.erase(candidate.name);
  introduce(candidate);
  try {
    const json reply = call({{"evaluate", store::json_of(attempt)}}, time_limit_);
    Evaluation evaluation = read_reply([&] { return store::value_from<Evaluation>(reply.at("evaluation")); });
    evaluation.candidate = candidate;
    return evaluation;
  } catch (const VariantFailure& failure) {
    // Nobody else is to blame where the worker did not say that it was working on something else.
    if (!failure.kernel().empty() && failure.kernel() != candidate.name) throw;
    Evaluation evaluation;
    evaluation.candidate = candidate;
    evaluation.status = failure.status();
    evaluation.detail = failure.what();
    evaluation.doubtful = failure.status() == Status::crashed && !ahead_.empty();
    return evaluation;
  }
}

Confirmation RemoteRig::confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) {
  for (const Finalist& finalist : finalists) introduce(finalist.candidate);
  const json reply = call({{"confirm", store::json_of(finalists)}, {"rule", store::json_of(rule)}}, time_limit_);
  return read_reply([&] {
    Confirmation confirmation = store::value_from<Confirmation>(reply.at("confirmation"));
    if (confirmation.outcomes.size() != finalists.size())
      throw Error(fmt::format("{} outcomes of {} finalists", confirmation.outcomes.size(), finalists.size()));
    return confirmation;
  });
}

measure::Ledger RemoteRig::ledger() const {
  measure::Ledger whole = ledger_;
  whole += worker_ledger_;
  return whole;
}

}  // namespace modlab::tune
