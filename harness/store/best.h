#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/store/tuned.h"
#include "kernels/variant.h"
#include "kernels/workload.h"

namespace modlab::store {

/// What `modlab best` answers for one workload.
struct BestAnswer {
  Workload workload;
  TunedConfiguration configuration;
  std::string differs;  ///< how it differs from what was asked, in words; empty for an exact match
};

/// What `modlab best --json` prints: a list with one object per workload. docs/embedding.md describes it.
std::string best_json(const std::vector<BestAnswer>& answers);

/// The variant that such a text names for a workload. Throws Error where it names none, or one of a user's kernel that
/// the program has not added (kernels/kernel_file.h).
Variant best_variant(std::string_view json, std::string_view workload);

}  // namespace modlab::store

namespace modlab {  // what docs/embedding.md names

using store::best_variant;

}  // namespace modlab
