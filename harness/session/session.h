#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/session/options.h"
#include "harness/store/run_context.h"
#include "harness/tune/evaluator.h"
#include "harness/tune/lab.h"
#include "kernels/axis.h"

namespace modlab {

/// The device and the compiler a command was told to use.
struct Session {
  std::unique_ptr<Compiler> compiler;
  Lab lab;
};

/// What a device is asked for beside its name.
struct DeviceTerms {
  bool stable_power = false;
  std::chrono::milliseconds time_limit{30'000};  ///< for each submission
};

/// Throws Error where there is no such implementation, adapter or compiler.
Session open_session(const PlatformOptions& options, const DeviceTerms& terms = {});

/// A session of this process, and an evaluator on it.
std::unique_ptr<Evaluator> open_local_evaluator(const PlatformOptions& platform, const EvaluationOptions& evaluation,
                                                bool stable_power);

/// The same, in a process of its own unless the options ask for none. Only in the program `modlab`, which has a command
/// for it.
std::unique_ptr<Evaluator> open_evaluator(const PlatformOptions& platform, const EvaluationOptions& evaluation,
                                          bool stable_power);

/// --compiler: auto is d3dcompile, which every platform has and which takes the least time; all is one space with the
/// kernels of both. With --shaders the pack has the kernels, those of the chosen compiler among them.
std::unique_ptr<Compiler> open_compiler(const PlatformOptions& options);

/// Throws Error where a workload does not fit the device, has no variant left, or one that was named is illegal for it.
void check_workloads(const std::vector<Workload>& workloads, std::uint64_t seed, const Platform& platform,
                     const VariantFilter& filter, const Conditions& conditions = {});

/// What is known of a run before it starts.
RunContext begin_context(const Platform& platform, bool stable_power, const std::filesystem::path& journal,
                         const std::vector<std::string>& command);

/// Throws Error where a run that is to go on had another device, compiler or task than the one it would go on as.
void check_same_run(const RunContext& before, const RunContext& now, const std::filesystem::path& journal);

/// results/runs/<time>-<command>.csv, below $MODLAB_RESULTS_DIR where that is set.
std::filesystem::path default_journal(const std::string& command);

/// The database of tuned configurations, tuned.json in the same folder.
std::filesystem::path default_tuned();

}  // namespace modlab
