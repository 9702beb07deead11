#pragma once

#include <cstddef>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/report/selection.h"

namespace modlab {

/// The measured peers on a group's workload: those of the run, and those of `elsewhere`, whatever their accuracy class
/// is there.
Rows peers_of(const Run& run, std::size_t group, const std::vector<Row>& elsewhere);

}  // namespace modlab
