#include "harness/tune/worker.h"

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "harness/device/status.h"
#include "harness/process/parent_pipe.h"
#include "harness/store/json_text.h"
#include "harness/system/interrupt.h"
#include "harness/tune/wire.h"

namespace modlab::tune {
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
    return store::parse_json(line);
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::string> lines_;
};

Attempt attempt_from(const json& request, const Catalogue& catalogue) {
  Attempt attempt = store::value_from<Attempt>(request);
  attempt.candidate = catalogue.candidate(attempt.candidate.name);
  return attempt;
}

Assignment assignment_from(const json& request, const Catalogue& catalogue) {
  Assignment assignment = store::value_from<Assignment>(request);
  assignment.workload = catalogue.workload(assignment.workload.name);
  if (assignment.next) assignment.next = catalogue.workload(assignment.next->name);
  return assignment;
}

std::vector<Finalist> finalists_from(const json& request, const Catalogue& catalogue) {
  auto finalists = store::value_from<std::vector<Finalist>>(request);
  for (Finalist& finalist : finalists) finalist.candidate = catalogue.candidate(finalist.candidate.name);
  return finalists;
}

json reply_to(Rig& rig, const json& request, const Catalogue& catalogue) {
  try {
    if (request.contains("begin")) {
      rig.begin(assignment_from(request.at("begin"), catalogue));
      return json::object();
    }
    if (request.contains("evaluate"))
      return {{"evaluation", store::json_of(rig.evaluate(attempt_from(request.at("evaluate"), catalogue)))}};
    return {{"confirmation", store::json_of(rig.confirm(finalists_from(request.at("confirm"), catalogue),
                                                        store::value_from<ConfirmationRule>(request.at("rule"))))}};
  } catch (const VariantFailure& failure) {
    return json_of(failure);
  }
}

}  // namespace

void serve(const std::function<std::unique_ptr<Rig>(measure::Workbench::Listener)>& make_rig,
           const std::function<std::unique_ptr<const Catalogue>(Kernels)>& make_catalogue) {
  end_with_parent();  // even where the thread that reads stdin is stopped, or stuck in the driver
  process::ParentPipe parent;
  const auto send = [&](const json& reply) {
    // Text from drivers and compilers may not be UTF-8.
    parent.write(store::json_text(reply) + '\n');
  };
  std::unique_ptr<Rig> rig;
  try {
    rig = make_rig([&](std::string_view kernel) { send({{"at", kernel}}); });
  } catch (const std::exception& error) {
    send({{"error", error.what()}});
    return;
  }
  // Static, because its thread is never joined.
  static Requests requests;
  send({{"platform", store::json_of(rig->platform())},
        {"clock", store::json_of(rig->clock())},
        {"lookahead", rig->lookahead()}});
  Kernels kernels;
  std::unique_ptr<const Catalogue> catalogue = make_catalogue(kernels);
  while (true) {
    const json request = requests.next();
    if (request.contains("kernel")) {
      kernels.push_back(store::value_from<KernelPtr>(request.at("kernel")));
      catalogue = make_catalogue(kernels);
      continue;
    }
    if (request.contains("expect")) {
      auto candidates = store::value_from<std::vector<Candidate>>(request.at("expect"));
      for (Candidate& candidate : candidates) candidate = catalogue->candidate(candidate.name);
      rig->expect(candidates);
      continue;
    }
    json reply = reply_to(*rig, request, *catalogue);
    reply["ledger"] = store::json_of(rig->ledger());
    send(reply);
  }
}

}  // namespace modlab::tune
