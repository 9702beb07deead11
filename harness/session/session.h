#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/session/options.h"
#include "harness/store/run_context.h"
#include "harness/tune/tuner.h"

namespace modlab {

/// The device and the compiler a command was told to use.
struct Session {
  std::unique_ptr<Compiler> compiler;
  Lab lab;
  bool stable_power = false;  ///< whether the device was asked for clocks that it can hold
};

/// Throws Error where there is no such implementation, adapter or compiler.
Session open_session(const PlatformOptions& options, bool stable_power = false);

std::unique_ptr<Compiler> open_compiler(const std::string& choice);

/// Throws Error where a workload does not fit the device, has no variant left, or one that was named is illegal for it.
void check_workloads(const std::vector<Workload>& workloads, std::uint64_t seed, const Platform& platform,
                     const VariantFilter& filter, const Conditions& conditions = {});

/// What is known of a run before it starts.
RunContext begin_context(const Session& session, const std::filesystem::path& journal, const std::string& command);

/// Throws Error where the journal's run had another device, compiler, mode or seed than this one has.
void check_same_run(const Session& session, const std::filesystem::path& journal, std::string_view mode,
                    std::uint64_t seed);

/// results/runs/<time>-<command>.csv, below $MODLAB_RESULTS_DIR where that is set.
std::filesystem::path default_journal(const std::string& command);

/// The database of tuned configurations, tuned.json in the same folder.
std::filesystem::path default_tuned();

}  // namespace modlab
