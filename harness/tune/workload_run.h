#pragma once

#include <optional>
#include <vector>

#include "harness/tune/tune_run.h"

namespace modlab::tune {

/// One workload of a run: the search among these variants, then the confirmation. Returns the evaluations made,
/// including those before the run was stopped. `next` is the workload after this one.
double run_workload(TuneRun& run, const Workload& workload, Space space, const Progress& progress,
                    const WorkLimit& limit, const std::optional<Workload>& next);

}  // namespace modlab::tune
