#pragma once

#include <span>
#include <string>

#include "harness/store/run_context.h"

namespace modlab::report {

/// A journal's context, and the journal's path for messages.
struct ContextSource {
  std::string path;
  const store::RunContext* context;
};

/// Throws Error, naming two files, where runs had different seeds or modes, or differ, on one adapter, in anything
/// their figures depend on.
void refuse_different_runs(std::span<const ContextSource> sources);

/// One context for all of them. Those of one adapter become one; for several adapters it has a part for each.
store::RunContext merge_contexts(std::span<const ContextSource> sources, const std::string& name,
                                 const std::vector<std::string>& command);

}  // namespace modlab::report
