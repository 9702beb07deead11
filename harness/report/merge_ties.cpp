#include "harness/report/merge_ties.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "harness/report/selection.h"

namespace modlab {
namespace {

/// Less than this is of no use to anyone: docs/measurement.md.
constexpr double kIndifference = 0.005;

/// Measured rows that answer one question, and the journals they come from.
struct Answers {
  std::vector<Row*> rows;
  std::set<std::size_t> sources;
};

using AnswerKey = std::array<std::string, 4>;

std::map<AnswerKey, Answers> measured_answers(std::vector<Row>& rows, std::span<const std::size_t> sources,
                                              bool by_class) {
  std::map<AnswerKey, Answers> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    if (!passed(row) || !row.median_ns) continue;
    Answers& answers = all[{row.adapter, workload_of(row), row.mode, by_class ? row.accuracy : ""}];
    answers.rows.push_back(&row);
    answers.sources.insert(sources[i]);
  }
  return all;
}

bool was_compared(const Row& row) { return row.tie == "best" || row.tie == "yes"; }

/// How many journals found a best.
std::size_t count_best(const Answers& answers) {
  return static_cast<std::size_t>(std::ranges::count(answers.rows, "best", [](const Row* row) { return row->tie; }));
}

void settle_class(const Answers& answers) {
  if (count_best(answers) < answers.sources.size()) {
    for (Row* row : answers.rows) row->tie.clear();
    return;
  }
  const auto rank = [](const Row* row) { return std::pair(!was_compared(*row), *row->median_ns); };
  const Row* const best = *std::ranges::min_element(answers.rows, {}, rank);
  const double reach_ns = best->ci_high_ns.value_or(*best->median_ns) * (1 + kIndifference);
  for (Row* row : answers.rows) {
    const bool ties = was_compared(*row) && row->ci_low_ns.value_or(*row->median_ns) <= reach_ns;
    row->tie = row == best ? "best" : ties ? "yes" : "no";
  }
}

void settle_roofline(const Answers& answers) {
  double gbps = 0;
  for (const Row* row : answers.rows) gbps = std::max(gbps, row->roofline_gbps.value_or(0));
  for (Row* row : answers.rows) {
    if (!row->roofline_gbps || !row->gbps) continue;
    row->roofline_gbps = gbps;
    row->roofline_pct = 100 * *row->gbps / gbps;
  }
}

}  // namespace

void settle_ties(std::vector<Row>& rows, std::span<const std::size_t> sources) {
  for (const auto& [question, answers] : measured_answers(rows, sources, true))
    if (answers.sources.size() > 1) settle_class(answers);
  for (const auto& [question, answers] : measured_answers(rows, sources, false))
    if (answers.sources.size() > 1) settle_roofline(answers);
}

}  // namespace modlab
