#include "harness/report/markdown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <utility>

#include "harness/report/markdown_cell.h"
#include "harness/report/selection.h"
#include "harness/report/time_text.h"
#include "kernels/accuracy.h"
#include "kernels/choices.h"
#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab::report {
namespace {

/// The fastest peer on a row's workload; null where none was measured.
const store::Row* fastest_peer(const store::Row& row, const std::vector<store::Row>& peers) {
  const store::Row* fastest = nullptr;
  for (const store::Row& peer : peers)
    if (passed(peer) && peer.gbps && store::workload_of(peer) == store::workload_of(row) &&
        (fastest == nullptr || *peer.gbps > *fastest->gbps))
      fastest = &peer;
  return fastest;
}

std::string peer_cells(const store::Row& row, const store::Row* peer) {
  if (peer == nullptr) return " | | |";
  const std::string wrong =
      peer->mismatches.value_or(0) > 0 ? fmt::format(", {} results inexact", *peer->mismatches) : std::string();
  return fmt::format(" {}{} | {:.4g} | {:.2f} |", markdown_code(peer->variant), wrong, *peer->gbps,
                     *row.gbps / *peer->gbps);
}

}  // namespace

std::vector<store::Row> rows_of_workloads(const std::vector<store::Row>& rows, std::string_view pattern) {
  const std::vector<std::string_view> wanted = split(pattern, '/');
  std::vector<store::Row> fitting;
  for (const store::Row& row : rows) {
    const std::string name = store::workload_of(row);
    const std::vector<std::string_view> parts = split(name, '/');
    if (parts.size() != wanted.size())
      throw Error(fmt::format("workload '{}': a name has {} parts, as in {}", pattern, parts.size(), name));
    const auto fits = [](std::string_view part, std::string_view want) { return want == "*" || want == part; };
    if (std::ranges::equal(parts, wanted, fits)) fitting.push_back(row);
  }
  return fitting;
}

std::string markdown_table_by(const std::vector<store::Row>& rows, std::string_view axis) {
  const auto found = std::ranges::find(candidate_choices(), axis, &Choice::name);
  if (found == candidate_choices().end())
    throw Error(fmt::format("unknown axis '{}'; choose from {}", axis,
                            fmt::join(candidate_choices() | std::views::transform(&Choice::name), ", ")));
  std::vector<std::string> values;
  std::vector<std::pair<std::string, std::map<std::string, std::string>>> lines;
  for (const Rows& group : group_by_workload(rows)) {
    std::map<std::string, std::string> cells;
    const auto add_cells = [&](Accuracy accuracy, std::string_view before, std::string_view after) {
      std::map<std::string, double> best;
      for (const store::Row* row : of_class(measured(group), name_of(accuracy))) {
        const std::string value = store::choice_text(*row, *found);
        if (std::ranges::find(values, value) == values.end()) values.push_back(value);
        best[value] = std::max(best[value], *row->gbps);
      }
      for (const auto& [value, gbps] : best)
        cells.try_emplace(value, fmt::format(" {}{:.4g}{} |", before, gbps, after));
    };
    add_cells(Accuracy::exact, "", "");
    add_cells(Accuracy::formula, "(", ")");
    lines.emplace_back(store::workload_of(*group.front()), std::move(cells));
  }
  std::ranges::stable_sort(values, {}, [&texts = found->texts](const std::string& value) {
    return std::ranges::find(texts, value) - texts.begin();
  });
  std::string text = fmt::format("| workload, GB/s | {} |\n|---|", fmt::join(values, " | "));
  for (std::size_t i = 0; i < values.size(); ++i) text += "--:|";
  text += '\n';
  for (const auto& [workload, cells] : lines) {
    text += fmt::format("| {} |", markdown_cell(workload));
    for (const std::string& value : values) text += cells.contains(value) ? cells.at(value) : " |";
    text += '\n';
  }
  return text;
}

std::string markdown_costs(const std::vector<RunCost>& costs) {
  std::string text =
      "| run | workloads | variants | seconds | variants a second | measuring | compile, s | verify, s | measure, s | "
      "other, s |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const RunCost& cost : costs) {
    const store::TimeSpent& spent = cost.spent;
    text += fmt::format("| {} | {} | {} | {:.1f} |", markdown_cell(cost.run), group_by_workload(cost.rows).size(),
                        cost.rows.size(), spent.whole());
    text += spent.whole() > 0
                ? fmt::format(" {:.1f} | {:.1f} % |", static_cast<double>(cost.rows.size()) / spent.whole(),
                              100 * spent.measure / spent.whole())
                : std::string(" | |");
    text +=
        fmt::format(" {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", spent.compile, spent.verify, spent.measure, spent.other);
  }
  return text;
}

std::string markdown_table(const std::vector<store::Row>& rows, const std::vector<store::Row>& peers_elsewhere) {
  std::vector<store::Row> peers = peers_elsewhere;
  std::ranges::copy_if(rows, std::back_inserter(peers),
                       [](const store::Row& row) { return row.accuracy == name_of(Accuracy::peer); });
  const bool has_packed = std::ranges::any_of(rows, [](const store::Row& row) { return row.packed_gbps.has_value(); });
  std::string text = "| workload | best exact variant | time | GB/s | roofline, GB/s | share |";
  std::string rule = "|---|---|--:|--:|--:|--:|";
  if (has_packed) {
    text += " packed copy, GB/s | share |";
    rule += "--:|--:|";
  }
  if (!peers.empty()) {
    text += " best peer | GB/s | times as fast |";
    rule += "---|--:|--:|";
  }
  text += '\n' + rule + '\n';
  for (const Rows& group : group_by_workload(rows)) {
    const Rows exact = of_class(measured(group), name_of(Accuracy::exact));
    if (exact.empty()) continue;
    const store::Row& best = best_of(exact);
    text += fmt::format("| {} | {} | {} | {:.4g} |", markdown_cell(store::workload_of(best)),
                        markdown_code(best.variant), time_text(*best.median_ns), *best.gbps);
    text += best.roofline_gbps && best.roofline_pct
                ? fmt::format(" {:.4g} | {:.1f} % |", *best.roofline_gbps, *best.roofline_pct)
                : " | |";
    if (has_packed)
      text += best.packed_gbps
                  ? fmt::format(" {:.4g} | {:.1f} % |", *best.packed_gbps, 100 * *best.gbps / *best.packed_gbps)
                  : " | |";
    if (!peers.empty()) text += peer_cells(best, fastest_peer(best, peers));
    text += '\n';
  }
  return text;
}

}  // namespace modlab::report
