#include "harness/report/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/selection.h"
#include "harness/report/time_text.h"
#include "kernels/algorithm.h"

namespace modlab {
namespace {

/// The fastest of a workload; null where none was measured.
const Row* fastest_peer(const Row& row, const std::vector<Row>& peers) {
  const Row* fastest = nullptr;
  for (const Row& peer : peers)
    if (passed(peer) && peer.gbps && workload_of(peer) == workload_of(row) &&
        (fastest == nullptr || *peer.gbps > *fastest->gbps))
      fastest = &peer;
  return fastest;
}

std::string peer_cells(const Row& row, const Row* peer) {
  if (peer == nullptr) return " | | |";
  const std::string wrong =
      peer->mismatches.value_or(0) > 0 ? fmt::format(", {} results inexact", *peer->mismatches) : std::string();
  return fmt::format(" `{}`{} | {:.4g} | {:.2f} |", peer->variant, wrong, *peer->gbps, *row.gbps / *peer->gbps);
}

}  // namespace

std::string markdown_table(const std::vector<Row>& rows, const std::vector<Row>& peers) {
  std::string text = "| workload | best exact variant | time | GB/s | roofline, GB/s | share |";
  std::string rule = "|---|---|--:|--:|--:|--:|";
  if (!peers.empty()) {
    text += " best peer | GB/s | times as fast |";
    rule += "---|--:|--:|";
  }
  text += '\n' + rule + '\n';
  for (const Rows& group : group_by_workload(rows)) {
    const Rows exact = of_class(measured(group), name_of(Accuracy::exact));
    if (exact.empty()) continue;
    const Row& best = best_of(exact);
    text += fmt::format("| {} | `{}` | {} | {:.4g} |", workload_of(best), best.variant, time_text(*best.median_ns),
                        *best.gbps);
    text += best.roofline_gbps && best.roofline_pct
                ? fmt::format(" {:.4g} | {:.1f} % |", *best.roofline_gbps, *best.roofline_pct)
                : " | |";
    if (!peers.empty()) text += peer_cells(best, fastest_peer(best, peers));
    text += '\n';
  }
  return text;
}

}  // namespace modlab
