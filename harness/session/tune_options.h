#pragma once

#include <cstdint>
#include <string>

#include "harness/session/options.h"
#include "harness/tune/tuner.h"

namespace modlab::session {

/// The options of `modlab tune`, of which `modlab measure` has those of a run: declared once, for the commands and for
/// the dashboard's form.
struct TuneOptions {
  void add_run_to(CLI::App& command);
  void add_search_to(CLI::App& command);

  /// What the options of a run ask for; those of a search add to it. Both throw Error on anything unknown or wrong.
  [[nodiscard]] tune::TuneRequest run() const;
  [[nodiscard]] tune::TuneRequest search() const;

  WorkloadOptions workload;
  SpaceOptions space;
  PlatformOptions platform;
  EvaluationOptions evaluation;
  ConditionOptions conditions;
  SamplingOptions sampling;
  std::string out;
  std::string resume;
  std::uint64_t seed = 1;

  std::string strategy{tune::kDefaultStrategy};
  bool no_transfer = false;
  std::string tuned;
  std::string budget;
  std::string budget_per;
  std::string shard;
};

}  // namespace modlab::session
