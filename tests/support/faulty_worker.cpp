// A worker on a simulated device that goes wrong. Its arguments are the faults, separated by commas; the number of
// threads that prepare kernels ahead; and, where there is more than one fault, a file in which the workers count
// themselves: the first has the first fault and so on, and the last fault is that of all who follow.
//
// The variant kVictim can crash, hang, lose the device, be wrong, or crash-compiler. Whatever the variant, the process
// can be killed: kill-start before it says a word, kill-begin, kill-confirm, kill-evaluate; begin-wide crashes where
// the data set is `wide`. The device can be out of memory (no-memory) or lost (lose-begin) while a workload is laid
// out. It can send garbage instead of evaluations, and stop: stop-start before it says a word, stop once it has a
// workload. A copy can lose the device (lose-copy). A driver can print half a line. Or nothing goes wrong.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "harness/measure/probe_platform.h"
#include "harness/tune/local_rig.h"
#include "harness/tune/wire.h"
#include "harness/tune/worker.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/probes.h"
#include "kernels/modulus/problem.h"
#include "kernels/split.h"
#include "tests/support/landscape.h"
#include "tests/support/simulated_device.h"

namespace modlab {
namespace {

using nlohmann::json;

std::optional<Status> misbehave(const std::string& fault) {
  if (fault == "crash") std::abort();
  if (fault == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  if (fault == "lose") return Status::device_lost;
  if (fault == "wrong") return Status::wrong_result;
  return std::nullopt;
}

struct SimulatedLab {
  explicit SimulatedLab(const std::string& fault) {
    Simulation simulation;
    simulation.latency_ns = landscape;
    simulation.noise = 0.002;
    simulation.failure = [=](const modulus::Variant& variant) -> std::optional<Status> {
      if (fault == "lose-copy" && modulus::name_of(variant) == kFaultyCopy) return Status::device_lost;
      return modulus::name_of(variant) == kVictim ? misbehave(fault) : std::nullopt;
    };
    simulation.allocate = [=, layouts = 0](std::string_view buffer) mutable {
      if (buffer != "Out, initial" || layouts++ > 0) return;
      if (fault == "no-memory") throw VariantFailure(Status::device_refused, "simulated lack of memory");
      if (fault == "lose-begin") throw VariantFailure(Status::device_lost, "simulated loss");
    };
    if (fault == "crash-compiler")
      compiler.refuses = [defines = modulus::make_plan(modulus::describe(modulus::Workload{.shape = {64}}),
                                                       modulus::parse_variant(kVictim))
                                        .defines](const compile::ShaderRequest& request) -> bool {
        if (request.defines == defines) std::abort();
        return false;
      };
    lab.make_device = [=] { return std::make_unique<SimulatedDevice>(simulation); };
    lab.device = lab.make_device();
    lab.compiler = &compiler;
    lab.sources = &sources;
    lab.platform = measure::probe_platform(*lab.device, compiler, modulus::modulus_probes());
  }

  SimulatedCompiler compiler;
  ShaderSources sources;
  tune::Lab lab;
};

/// Dies in the middle of a request, as a process that someone killed.
class MortalRig final : public tune::LocalRig {
 public:
  MortalRig(tune::Lab& lab, std::size_t jobs, std::string fault)
      : tune::LocalRig(lab, jobs), fault_(std::move(fault)) {}

  void begin(const tune::Assignment& assignment) override {
    die_of("kill-begin");
    if (fault_ == "begin-wide" && assignment.workload.fields.data_set == "wide") std::abort();
    tune::LocalRig::begin(assignment);
  }
  [[nodiscard]] tune::Evaluation evaluate(const tune::Attempt& attempt) override {
    die_of("kill-evaluate");
    if (fault_ == "print") std::cout << "half a line of a driver" << std::flush;
    return tune::LocalRig::evaluate(attempt);
  }
  [[nodiscard]] tune::Confirmation confirm(const std::vector<tune::Finalist>& finalists,
                                           const tune::ConfirmationRule& rule) override {
    die_of("kill-confirm");
    return tune::LocalRig::confirm(finalists, rule);
  }

 private:
  void die_of(std::string_view fault) const {
    if (fault_ == fault) std::raise(SIGKILL);
  }

  std::string fault_;
};

/// Replies to everything with what can only be read as the reply to `begin`.
void send_garbage(const Platform& platform) {
  const json greeting{
      {"platform", store::json_of(platform)}, {"clock", store::json_of(measure::Clock{})}, {"lookahead", 0}};
  std::cout << greeting.dump() << std::endl;
  for (std::string request; std::getline(std::cin, request);)
    std::cout << R"({"ledger": [0, 0, 0], "evaluation": 7})" << std::endl;
}

/// Stops as soon as it has a workload, and takes no more requests.
void stop_after_begin(const Platform& platform) {
  const json greeting{
      {"platform", store::json_of(platform)}, {"clock", store::json_of(measure::Clock{})}, {"lookahead", 4}};
  std::string begin;
  std::cout << greeting.dump() << std::endl;
  std::getline(std::cin, begin);
  std::cout << R"({"ledger": [0, 0, 0]})" << std::endl;
  std::raise(SIGSTOP);
}

/// The fault of this worker.
std::string own_fault(std::string_view faults, const char* count_file) {
  const std::vector<std::string_view> each = split(faults, ',');
  if (each.size() == 1) return std::string(each.front());
  std::ofstream(count_file, std::ios::app) << '.';
  const std::size_t started = std::filesystem::file_size(count_file);
  return std::string(each[std::min<std::size_t>(started, each.size()) - 1]);
}

}  // namespace
}  // namespace modlab

int main(int argc, char** argv) {
  const std::string fault = modlab::own_fault(argv[1], argc > 3 ? argv[3] : nullptr);
  if (fault == "kill-start") std::raise(SIGKILL);
  if (fault == "stop-start") std::raise(SIGSTOP);
  modlab::SimulatedLab simulated(fault);
  if (fault == "garbage") {
    modlab::send_garbage(simulated.lab.platform);
    return 0;
  }
  if (fault == "stop") {
    modlab::stop_after_begin(simulated.lab.platform);
    return 0;
  }
  const std::size_t jobs = std::stoul(argv[2]);
  modlab::tune::serve(
      [&](modlab::measure::Workbench::Listener listener) {
        simulated.lab.listener = std::move(listener);
        return std::make_unique<modlab::MortalRig>(simulated.lab, jobs, fault);
      },
      modlab::modulus::modulus_catalogue);
}
