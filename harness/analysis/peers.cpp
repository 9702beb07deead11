#include "harness/analysis/peers.h"

#include <fmt/format.h>

#include "kernels/accuracy.h"

namespace modlab::analysis {

report::Rows peers_of(const Run& run, std::size_t group, const std::vector<store::Row>& elsewhere) {
  report::Rows peers;
  for (const std::size_t index : timed_rows(run, group, name_of(Accuracy::peer))) peers.push_back(&run.rows()[index]);
  const std::vector<std::size_t>& variants = run.groups[group].indices;
  if (variants.empty()) return report::measured(peers);
  const std::string workload = store::workload_of(run.rows()[variants.front()]);
  for (const store::Row& row : elsewhere)
    if (store::workload_of(row) == workload) peers.push_back(&row);
  return report::measured(peers);
}

std::optional<std::size_t> index_of_peer(const Run& run, std::size_t group, const store::Row& peer) {
  for (const std::size_t index : run.groups[group].peers)
    if (&run.rows()[index] == &peer) return index;
  return std::nullopt;
}

std::optional<statistics::RunRatio> times_best_exact(const Run& run, std::size_t group, const store::Row& peer) {
  const auto& best = run.groups[group].best_exact;
  if (!best) return std::nullopt;
  return report::times_as_fast(run.rows()[*best], peer);
}

std::string peer_name(const store::Row& peer, const store::Row& beside) {
  const std::string_view program = peer.choice("compiler");  // with its version
  std::string name(program.empty() ? std::string_view(peer.variant) : program.substr(0, program.find(' ')));
  if (peer.mode != beside.mode) name += fmt::format(", {}", peer.mode);
  if (peer.adapter != beside.adapter && !peer.adapter.empty() && !beside.adapter.empty())
    name += fmt::format(" on {}", peer.adapter);
  return name;
}

}  // namespace modlab::analysis
