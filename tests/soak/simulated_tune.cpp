// `modlab tune` on a simulated device, for scripts/soak: the tuner, its files, its worker process and its interrupts
// are those of the program; only what a worker drives is simulated, so that a run is killed often and has many rows.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "harness/session/program.h"
#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/system/host.h"
#include "harness/system/interrupt.h"
#include "harness/tune/remote_rig.h"
#include "harness/tune/tuner.h"
#include "kernels/modulus/problem.h"

namespace modlab {
namespace {

/// As many workloads as asked for, each of few elements, but so many that they take equally much memory: what lies
/// between the places of a smaller Out is drawn at random.
std::vector<Workload> make_workloads(std::size_t count) {
  std::vector<Workload> workloads;
  for (std::size_t i = 0; i < count; ++i)
    workloads.push_back(modulus::Workload{.shape = {static_cast<std::uint32_t>(4097 + i)}});
  return workloads;
}

/// Resident memory of a process, in KiB.
std::uint64_t resident_kib(const std::string& process) {
  std::ifstream statm("/proc/" + process + "/statm");
  std::uint64_t pages = 0;
  statm >> pages >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

/// Prints what this process and its worker hold whenever the rows pass another thousand.
class MemoryLog {
 public:
  void note(std::size_t rows) {
    if (rows < due_) return;
    std::string worker;
    std::ifstream("/proc/thread-self/children") >> worker;
    fmt::print("{} evaluations: {} KiB, worker {} KiB\n", rows, resident_kib("self"), resident_kib(worker));
    due_ += 1000;
  }

 private:
  std::size_t due_ = 1000;
};

int run(int argc, char** argv) {
  std::string worker;
  std::string path;
  std::size_t workloads = 1;
  double evaluations = 1;
  unsigned limit_ms = 1000;
  unsigned setup_limit_ms = 60'000;
  bool memory = false;
  CLI::App program("Tune on a simulated device, starting or resuming a journal.", "simulated_tune");
  program.add_option("--worker", worker, "The program that simulates")->required();
  program.add_option("--resume", path, "The journal")->required();
  program.add_option("--workloads", workloads);
  program.add_option("--evaluations", evaluations, "Per workload");
  program.add_option("--time-limit-ms", limit_ms, "For one evaluation");
  program.add_option("--setup-limit-ms", setup_limit_ms, "For starting a worker, and for setting up a workload");
  program.add_flag("--memory", memory, "Print the memory held after every thousand evaluations");
  if (const auto status = session::parse_call(program, argc, argv)) return *status;

  note_interrupts();
  tune::Evaluator evaluator(std::make_unique<tune::RemoteRig>(std::vector<std::string>{worker, "nothing", "0"},
                                                              std::chrono::milliseconds(limit_ms),
                                                              std::chrono::milliseconds(setup_limit_ms)));
  tune::TuneRequest request;
  request.workloads = make_workloads(workloads);
  request.strategy = "random";
  request.budget = {.limit = {.evaluations = evaluations}, .per_workload = true};
  const bool resumes = std::filesystem::exists(path);
  store::Journal journal = resumes ? store::Journal::resume(path) : store::Journal::create(path);
  store::RunContext context;
  context.run = journal.path().stem().string();
  if (resumes && std::filesystem::exists(store::context_path(path))) {
    context = store::read_context(path);
    context.resumed.push_back(utc_now());
  }
  MemoryLog log;
  tune::tune(evaluator, request, journal, context, [&](const tune::Progress&) {
    if (memory) log.note(journal.size());
  });
  return 0;
}

}  // namespace
}  // namespace modlab

int main(int argc, char** argv) {
  return modlab::session::run_program("simulated_tune", [=] { return modlab::run(argc, argv); });
}
