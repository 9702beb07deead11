#include "harness/tune/worker.h"

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "harness/device/status.h"
#include "harness/tune/wire.h"

namespace modlab {
namespace {

using nlohmann::json;

/// Reads on a thread of its own, so that the worker ends at once when whoever started it is gone, whatever it is doing
/// then.
class Questions {
 public:
  Questions() {
    std::thread([this] {
      for (std::string line; std::getline(std::cin, line);) {
        const std::scoped_lock lock(mutex_);
        lines_.push_back(line);
        came_.notify_one();
      }
      std::_Exit(0);
    }).detach();
  }

  json next() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return !lines_.empty(); });
    const std::string line = std::move(lines_.front());
    lines_.pop_front();
    return json::parse(line);
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::string> lines_;
};

void say(const json& answer) {
  // Text from drivers and compilers may be no UTF-8.
  std::cout << answer.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
}

json answer(Evaluator& evaluator, const json& question) {
  try {
    if (question.contains("begin")) {
      evaluator.begin(assignment_from(question.at("begin")));
      return json::object();
    }
    if (question.contains("evaluate"))
      return {{"evaluation", to_wire(evaluator.evaluate(candidate_from(question.at("evaluate"))))}};
    return {
        {"confirmation", to_wire(evaluator.confirm(finalists_from(question.at("confirm")), question.at("limit_s")))}};
  } catch (const VariantFailure& failure) {
    return {{"failure", name_of(failure.status())}, {"detail", failure.what()}};
  }
}

}  // namespace

void serve(const std::function<std::unique_ptr<Evaluator>()>& make_evaluator) {
  std::unique_ptr<Evaluator> evaluator;
  try {
    evaluator = make_evaluator();
  } catch (const std::exception& error) {
    say({{"error", error.what()}});
    return;
  }
  // For the rest of the process: its thread is never joined.
  static Questions questions;
  say({{"platform", to_wire(evaluator->platform())},
       {"clock", to_wire(evaluator->clock())},
       {"lookahead", evaluator->lookahead()}});
  while (true) {
    const json question = questions.next();
    if (question.contains("expect")) {
      evaluator->expect(variants_from(question.at("expect")));
      continue;
    }
    json text = answer(*evaluator, question);
    text["ledger"] = to_wire(evaluator->ledger());
    say(text);
  }
}

}  // namespace modlab
