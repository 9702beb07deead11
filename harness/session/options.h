#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/peer.h"
#include "harness/measure/mode.h"
#include "harness/session/outputs.h"
#include "harness/session/quantity.h"
#include "harness/statistics/sampling_rule.h"
#include "harness/system/path.h"
#include "harness/tune/budget.h"
#include "kernels/filter.h"
#include "kernels/modulus/workload.h"
#include "kernels/workload.h"

namespace CLI {
class App;
}

namespace modlab::session {

/// What stands for the options of a workload that the user leaves out.
struct WorkloadDefaults {
  std::string type = "f32";
  std::string shape = "1048576";
  std::string data_set = "mixed";
  std::string op = "all";
};

/// --op, --dtype, --shape, ...: which workloads a command works on. All combinations of what was given for which
/// DirectML has an operator.
class WorkloadOptions {
 public:
  void add_to(CLI::App& command, WorkloadDefaults defaults = {});

  /// Whether the user named or described any.
  [[nodiscard]] bool given() const { return !names_.empty() || described(); }
  /// Without --op or --dtype, those that the kernel files serve, if there are any. Throws Error on anything unknown,
  /// and where no combination is legal.
  [[nodiscard]] std::vector<Workload> workloads(const Kernels& kernels = {}) const;
  /// The same over all pairs of a type's values, which determines shape and data set. Throws Error where the user chose
  /// one.
  [[nodiscard]] std::vector<Workload> exhaustive_workloads(const Kernels& kernels = {}) const;
  /// The only workload, which is like `otherwise` in what the user left out. Throws Error where there are several.
  [[nodiscard]] Workload single_workload(const modulus::Workload& otherwise) const;

 private:
  [[nodiscard]] bool described() const;

  WorkloadDefaults defaults_;
  std::vector<std::string> names_;
  std::vector<std::string> ops_;
  std::vector<std::string> types_;
  std::vector<std::string> shapes_;
  std::vector<std::string> layouts_;
  std::vector<std::string> placements_;
  std::vector<std::string> data_sets_;
};

/// --where, --variant, --kernel and --only-kernel: which part of the space, and users' kernels beside it.
class SpaceOptions {
 public:
  void add_to(CLI::App& command);

  /// Whether the user chose a part; a kernel alone is none.
  [[nodiscard]] bool given() const { return !wheres_.empty() || !variants_.empty() || only_kernel_; }
  [[nodiscard]] bool has_kernels() const { return !kernels_.empty(); }
  /// Loads the kernels. Throws Error on anything unknown or wrong.
  [[nodiscard]] Filter filter() const;
  /// The kernels, and what they include of their folders. Throws as filter does.
  [[nodiscard]] Paths files() const;

 private:
  std::vector<std::string> wheres_;
  std::vector<std::string> variants_;
  std::vector<std::string> kernels_;
  bool only_kernel_ = false;
};

/// --mode, --cache-mib, --stable-power: the conditions under which kernels are timed.
class ConditionOptions {
 public:
  void add_to(CLI::App& command);

  /// Throws Error on a cache size that the mode does not use.
  [[nodiscard]] measure::Conditions conditions() const;
  [[nodiscard]] bool stable_power() const { return stable_power_; }

 private:
  std::string mode_ = std::string(measure::name_of(measure::Mode::warm));
  std::optional<std::uint32_t> cache_mib_;
  bool stable_power_ = false;
};

/// --precision, --min-samples, --max-time-per-variant, --rounds: how thoroughly kernels are measured.
class SamplingOptions {
 public:
  /// The rule is what users get who choose nothing; what rounds are differs between programs.
  void add_to(CLI::App& command, const statistics::SamplingRule& defaults, const std::string& rounds_help);

  /// Throws Error on anything that is not a share or a time.
  [[nodiscard]] statistics::SamplingRule rule() const;

 private:
  statistics::SamplingRule rule_;
  std::string precision_;
  std::string max_time_;
};

/// --adapter, --runtime, --compiler, --shaders: what a command works with.
struct PlatformOptions {
  void add_to(CLI::App& command);

  /// As command-line arguments, for a worker that must use the same.
  [[nodiscard]] std::vector<std::string> words() const;
  /// The files that they name, if any.
  [[nodiscard]] Paths files() const;

  std::string adapter;
  std::string runtime = "auto";
  std::string compiler = "auto";
  std::string shaders;  ///< a pack that replaces the compiler; empty for none
};

/// --peer, or --against, and the peers' libraries, such as --directml: other implementations of the operator.
class PeerOptions {
 public:
  enum class Count { one, any };

  /// `name` is the option's name, and `what` completes "…: directml, on Windows".
  void add_to(CLI::App& command, const std::string& name, const std::string& what, Count count = Count::any);

  /// As command-line arguments, for a worker that must use the same; only where the option's name is --peer.
  [[nodiscard]] std::vector<std::string> words() const;

  [[nodiscard]] bool given() const { return !names_.empty(); }
  /// Throws Error where one is not here.
  [[nodiscard]] Peers open(Device& device) const;
  /// The libraries that were named.
  [[nodiscard]] Paths files() const;

 private:
  std::vector<std::string> names_;
  std::map<std::string_view, std::string> libraries_;  ///< by the names of their peers; empty where none was named
};

/// --in-process, --jobs, --time-limit, --peer, --directml: how variants are evaluated, and beside what.
class EvaluationOptions {
 public:
  void add_to(CLI::App& command);
  /// The same for a worker, to which --in-process does not apply.
  void add_to_worker(CLI::App& command);
  /// --time-limit alone, for commands without a worker.
  void add_time_limit_to(CLI::App& command, const std::string& description);
  /// --peer and what belongs to it, for commands that time something beside the variants.
  void add_peer_to(CLI::App& command);

  [[nodiscard]] bool in_process() const { return in_process_; }
  [[nodiscard]] std::optional<std::size_t> jobs() const { return jobs_; }
  [[nodiscard]] const PeerOptions& peers() const { return peers_; }
  /// Throws Error where it is not a time, or too short for anything.
  [[nodiscard]] std::chrono::milliseconds time_limit() const;

  /// As command-line arguments, for a worker that must do the same.
  [[nodiscard]] std::vector<std::string> words() const;

 private:
  bool in_process_ = false;
  std::optional<std::size_t> jobs_;
  std::string time_limit_ = "60s";
  PeerOptions peers_;
};

/// Parses `tune`'s options --budget and --budget-per, empty where they were not given. Without a budget, a search has
/// 60 seconds, and an exhaustive one no limit. Throws Error on anything else.
tune::Budget parse_budget(const std::string& budget, const std::string& per, std::string_view strategy);

}  // namespace modlab::session
