#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/session/options.h"
#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/tune/evaluator.h"
#include "harness/tune/lab.h"
#include "kernels/modulus/axis.h"

namespace modlab::session {

/// The device and the compiler that a command uses.
struct Session {
  std::unique_ptr<compile::Compiler> compiler;
  tune::Lab lab;
};

/// What is asked of a device.
struct DeviceTerms {
  bool stable_power = false;
  std::chrono::milliseconds time_limit{30'000};  ///< for each submission
  PeerOptions peers = {};
};

/// Throws Error where there is no such runtime, adapter, compiler or peer.
Session open_session(const PlatformOptions& options, const DeviceTerms& terms = {});

/// A rig in this process, with its own session.
std::unique_ptr<tune::Rig> open_local_rig(const PlatformOptions& platform, const EvaluationOptions& evaluation,
                                          bool stable_power, measure::Workbench::Listener listener = {});

/// On a rig in a worker process, unless the options say otherwise. Only for the program `modlab`, which has a command
/// for the worker.
std::unique_ptr<tune::Evaluator> open_evaluator(const PlatformOptions& platform, const EvaluationOptions& evaluation,
                                                bool stable_power);

/// --compiler: auto is d3dcompile, which every platform has and which is the fastest; all is one space with the kernels
/// of both. With --shaders, kernels come from the pack, which must include those of the chosen compiler.
std::unique_ptr<compile::Compiler> open_compiler(const PlatformOptions& options);

/// Throws Error where a workload has no variant left, a named variant is illegal for it, or a kernel file serves none
/// of the workloads.
void check_variants(const std::vector<Workload>& workloads, std::uint64_t seed, const Platform& platform,
                    const Filter& filter);

/// The same, and where a workload does not fit the device.
void check_workloads(const std::vector<Workload>& workloads, std::uint64_t seed, const Platform& platform,
                     const Filter& filter, const measure::Conditions& conditions = {});

/// What is known about a run before it starts.
store::RunContext begin_context(const Platform& platform, bool stable_power, const std::filesystem::path& journal,
                                const std::vector<std::string>& command);

/// The context of a run to be resumed; nothing where it was stopped before it had one or any row. Throws Error where
/// there are rows without a context, which alone says what they are.
std::optional<store::RunContext> context_to_resume(const store::Journal& journal);

/// Throws Error where a run to be resumed had another device, compiler or task.
void check_same_run(const store::RunContext& before, const store::RunContext& now,
                    const std::filesystem::path& journal);

/// <time>-<command>.csv in results_folder(); another run may have begun within the same second.
std::filesystem::path default_journal(const std::string& command);

/// The database of tuned configurations, tuned.json in the same folder.
std::filesystem::path default_tuned();

}  // namespace modlab::session
