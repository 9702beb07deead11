#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "harness/tune/challenge.h"

namespace modlab::cli {

/// Which rival a kernel file is tried against.
struct RivalCall {
  Workload workload{};
  std::uint64_t seed = 1;
  measure::Conditions conditions{};
  KernelPtr kernel{};             ///< the file's
  std::string against{};          ///< a variant's name; empty for whatever is known to be fast
  std::filesystem::path tuned{};  ///< the tuned configurations
};

/// Meets the variant that was named, or else the nearest tuned one, or else the one that an earlier call found for the
/// same, or else the best of a short search, and says so on stderr while it searches. Throws Error where it fails.
tune::Challenge meet_rival(tune::Evaluator& evaluator, const RivalCall& call);

}  // namespace modlab::cli
