// A worker on a simulated device on which the variant kVictim does what the first argument says: crash, hang, lose,
// wrong, crash-compiler or nothing; or crash-begin, where the data set `wide` cannot be set up. The second argument is
// the number of threads that prepare kernels ahead.
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "harness/measure/probe_platform.h"
#include "harness/tune/local_evaluator.h"
#include "harness/tune/worker.h"
#include "tests/support/landscape.h"
#include "tests/support/simulated_device.h"

namespace modlab {
namespace {

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
    simulation.failure = [=](const Variant& variant) {
      return name_of(variant) == kVictim ? misbehave(fault) : std::nullopt;
    };
    if (fault == "crash-compiler")
      compiler.refuses = [defines = make_plan(describe(Workload{.shape = {64}}), parse_variant(kVictim)).defines](
                             const ShaderRequest& request) -> bool {
        if (request.defines == defines) std::abort();
        return false;
      };
    lab.make_device = [=] { return std::make_unique<SimulatedDevice>(simulation); };
    lab.device = lab.make_device();
    lab.compiler = &compiler;
    lab.sources = &sources;
    lab.platform = probe_platform(*lab.device, compiler);
  }

  SimulatedCompiler compiler;
  ShaderSources sources;
  Lab lab;
};

/// Crashes on a workload, whatever its variants.
class CrashingEvaluator : public LocalEvaluator {
 public:
  using LocalEvaluator::LocalEvaluator;
  void begin(const Assignment& assignment) override {
    if (assignment.workload.data_set == DataSet::wide) std::abort();
    LocalEvaluator::begin(assignment);
  }
};

}  // namespace
}  // namespace modlab

int main(int, char** argv) {
  modlab::SimulatedLab simulated(argv[1]);
  const std::size_t jobs = std::stoul(argv[2]);
  modlab::serve([&]() -> std::unique_ptr<modlab::Evaluator> {
    if (argv[1] == std::string("crash-begin")) return std::make_unique<modlab::CrashingEvaluator>(simulated.lab, jobs);
    return std::make_unique<modlab::LocalEvaluator>(simulated.lab, jobs);
  });
}
