#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/report/selection.h"

namespace modlab::analysis {

/// The measured peers on a group's workload: those of the run, and those of `elsewhere`, whatever their accuracy class
/// is there.
report::Rows peers_of(const Run& run, std::size_t group, const std::vector<store::Row>& elsewhere);

/// Which of the run's rows it is; nothing for one from elsewhere.
std::optional<std::size_t> index_of_peer(const Run& run, std::size_t group, const store::Row& peer);

/// How many times as long as the group's best exact variant a measured peer takes; nothing where there is none.
std::optional<statistics::RunRatio> times_best_exact(const Run& run, std::size_t group, const store::Row& peer);

/// What a peer is, for a legend: "torch", "triton", "DirectML". With its mode or adapter where that is another than of
/// the row beside it, because then the two are no fair comparison.
std::string peer_name(const store::Row& peer, const store::Row& beside);

}  // namespace modlab::analysis
