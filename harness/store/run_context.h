#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/statistics/sampling_rule.h"
#include "kernels/device_traits.h"
#include "kernels/filter.h"

namespace modlab::store {

/// Findings about one workload as a whole; the journal has those about each variant.
struct WorkloadContext {
  std::string workload;
  std::string aa_variant{};  ///< the kernel that was timed under two names; empty when there was none
  double aa_ratio = 0;       ///< second over first
  double aa_low = 0;         ///< 95 % interval of the ratio
  double aa_high = 0;
  std::string aa_verdict{};      ///< FASTER, SLOWER, SAME or UNCLEAR
  std::uint64_t space = 0;       ///< variants that were legal and asked for
  std::string unconfirmed{};     ///< why the finalists could not be confirmed; empty when they were
  statistics::Estimate pilot{};  ///< of the memory pilot's launches, which show the machine's own speed; 0 = none
  statistics::Estimate arithmetic_pilot{};  ///< the same of the pilot that is bound by arithmetic
  statistics::Estimate launch_floor{};      ///< of a launch that does nothing, with its barrier; 0 = none
  std::vector<std::string> unsettled{};     ///< accuracy classes where more variants may tie than the rows say
  std::uint64_t drifted = 0;                ///< samples that were set aside because the pilot drifted around them
  std::vector<std::string> faults{};        ///< that no variant caused and the run recovered from, in order
  std::string run{};                        ///< in a merged run, the run that this is from; otherwise empty
};

/// Wall time of a run by what it was spent on, in seconds.
struct TimeSpent {
  double compile = 0;  ///< compiler and pipeline creation
  double verify = 0;   ///< the gate, including its comparison on the CPU
  double measure = 0;  ///< timed batches and the work around them, including the pilot's
  double other = 0;    ///< search, statistics, references, files

  [[nodiscard]] double whole() const { return compile + verify + measure + other; }
  TimeSpent& operator+=(const TimeSpent& more) {
    compile += more.compile;
    verify += more.verify;
    measure += more.measure;
    other += more.other;
    return *this;
  }
};

/// Everything about a run that is not a variant's row, kept next to the journal as JSON.
struct RunContext {
  std::string run;
  std::vector<std::string> command;  ///< the words of the command line, the program's name first
  std::string started;
  std::string finished;              ///< empty until the run is complete
  std::vector<std::string> resumed;  ///< when it was resumed after being stopped
  std::string revision;
  std::string host;
  std::uint64_t seed = 0;
  std::string strategy;
  bool transfer = true;              ///< the workloads' searches learned from each other
  std::vector<std::string> planned;  ///< the names of the run's workloads
  std::string filter;                ///< the part of the space it covers; empty for all of it
  std::string shard;                 ///< the part of all that which it runs, as i/n
  std::string mode;
  std::string power_policy;
  DeviceTraits device;
  std::string compiler_version;
  std::vector<std::string> peers;         ///< what was timed beside the variants, with its version
  Kernels kernels;                        ///< the users' kernels among the variants
  bool fused_mad = false;                 ///< with the first compiler, mad is rounded once on this device
  bool exact_half = false;                ///< and their conversions between fp16 and fp32 are exact
  bool exact_bytes = true;                ///< and a word's elements are right as a vector
  std::vector<CompilerTraits> compilers;  ///< none in contexts of earlier versions
  double clock_tick_ns = 0;
  double clock_step_ns = 0;
  double empty_pair_ns = 0;
  statistics::SamplingRule sampling;
  std::uint64_t cache_bytes = 0;  ///< the cache that mode `cold` exceeds; 0 in the other modes
  TimeSpent spent;
  std::vector<WorkloadContext> workloads;
  std::vector<std::string> merged;  ///< the journals whose rows were joined; empty in a run that was not merged
  std::vector<RunContext> parts;    ///< one per adapter, where journals of several were joined
};

/// One context per adapter of a run: its parts, or itself where it has none.
std::span<const RunContext> parts_of(const RunContext& context);

/// The context of what ran on that adapter. Rows of earlier versions name none; their run has only one.
const RunContext& part_on(const RunContext& context, std::string_view adapter);

/// Its peers as one text; empty for none.
std::string peer_of(const RunContext& context);

/// How far from 1 a kernel's ratio to itself may be, by the A/A; 0 where there was none.
double noise_floor_share(const WorkloadContext& workload);

/// What two runs have that should be the same.
struct RunDifference {
  std::string_view what;  ///< "driver", or "drivers" of runs to be merged
  std::string one;
  std::string other;
};

/// Why a run cannot continue the one before; nothing where it can.
std::optional<RunDifference> why_not_resumed(const RunContext& before, const RunContext& now);

enum class Ran { on_one_adapter, anywhere };

/// Why two runs cannot be merged; nothing where they can.
std::optional<RunDifference> why_not_merged(const RunContext& one, const RunContext& other, Ran ran);

/// A context for all of them, but for what says more than they do: the run itself, its parts and workloads.
RunContext merged_fields(std::span<const RunContext* const> runs, Ran ran);

void write_context(const std::filesystem::path& journal, const RunContext& context);

/// Throws Error when the file is missing or not a context.
RunContext read_context(const std::filesystem::path& journal);

/// The same for the file's content.
std::string context_text(const RunContext& context);
RunContext parse_context(std::string_view text);

/// As options of the command line.
std::string text_of(const statistics::SamplingRule& sampling);

}  // namespace modlab::store
