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

/// Reads stdin on its own thread, so that the worker exits as soon as its parent is gone, whatever it is doing.
class Requests {
 public:
  Requests() {
    std::thread([this] {
      for (std::string line; std::getline(std::cin, line);) {
        const std::scoped_lock lock(mutex_);
        lines_.push_back(line);
        arrived_.notify_one();
      }
      std::_Exit(0);
    }).detach();
  }

  json next() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !lines_.empty(); });
    const std::string line = std::move(lines_.front());
    lines_.pop_front();
    return json::parse(line);
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::string> lines_;
};

void send(const json& reply) {
  // Text from drivers and compilers may not be UTF-8.
  std::cout << reply.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
}

json reply_to(Evaluator& evaluator, const json& request) {
  try {
    if (request.contains("begin")) {
      evaluator.begin(assignment_from(request.at("begin")));
      return json::object();
    }
    if (request.contains("evaluate"))
      return {{"evaluation", to_wire(evaluator.evaluate(candidate_from(request.at("evaluate"))))}};
    return {{"confirmation", to_wire(evaluator.confirm(finalists_from(request.at("confirm")),
                                                       confirmation_rule_from(request.at("rule"))))}};
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
    send({{"error", error.what()}});
    return;
  }
  // Static, because its thread is never joined.
  static Requests requests;
  send({{"platform", to_wire(evaluator->platform())},
        {"clock", to_wire(evaluator->clock())},
        {"lookahead", evaluator->lookahead()}});
  while (true) {
    const json request = requests.next();
    if (request.contains("expect")) {
      evaluator->expect(variants_from(request.at("expect")));
      continue;
    }
    json reply = reply_to(*evaluator, request);
    reply["ledger"] = to_wire(evaluator->ledger());
    send(reply);
  }
}

}  // namespace modlab
