#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/store/tuned.h"
#include "kernels/variant.h"
#include "kernels/workload.h"

namespace modlab {

/// What `modlab best` says of one workload.
struct BestAnswer {
  Workload workload;
  TunedConfiguration configuration;
  std::string differs;  ///< from what was asked, in words; empty where the very class was tuned
};

/// What `modlab best --json` prints: a list with one object for each workload. docs/embedding.md describes it.
std::string best_json(const std::vector<BestAnswer>& answers);

/// The variant that such a text names for a workload. Throws Error, saying what is wrong, where it names none.
Variant best_variant(std::string_view json, std::string_view workload);

}  // namespace modlab
