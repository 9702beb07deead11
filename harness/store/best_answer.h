#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/store/tuned.h"

namespace modlab::store {

/// What `modlab best` answers for one workload.
struct BestAnswer {
  std::string workload;
  TunedConfiguration configuration;
  std::string differs;  ///< how it differs from what was asked, in words; empty for an exact match
};

/// What `modlab best --json` prints: a list with one object per workload. docs/embedding.md describes it.
std::string best_json(const std::vector<BestAnswer>& answers);

}  // namespace modlab::store
