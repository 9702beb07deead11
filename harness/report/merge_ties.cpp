#include "harness/report/merge_ties.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "harness/report/selection.h"
#include "harness/statistics/tie_set.h"

namespace modlab::report {
namespace {

/// Measured rows to be compared with each other, and the journals they come from.
struct Answers {
  std::vector<store::Row*> rows;
  std::set<std::size_t> sources;
};

using AnswerKey = std::array<std::string, 4>;

std::map<AnswerKey, Answers> measured_answers(std::vector<store::Row>& rows, std::span<const std::size_t> sources,
                                              bool by_class) {
  std::map<AnswerKey, Answers> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    store::Row& row = rows[i];
    if (!passed(row) || !row.median_ns) continue;
    Answers& answers = all[{row.adapter, store::workload_of(row), row.mode, by_class ? row.accuracy : ""}];
    answers.rows.push_back(&row);
    answers.sources.insert(sources[i]);
  }
  return all;
}

bool is_in_tie_set(const store::Row* row) { return row->tie == "best" || row->tie == "yes"; }

/// How many journals found a best.
std::size_t count_best(const Answers& answers) {
  return static_cast<std::size_t>(
      std::ranges::count(answers.rows, "best", [](const store::Row* row) { return row->tie; }));
}

void merge_tie_set(const Answers& answers) {
  if (count_best(answers) < answers.sources.size()) {
    for (store::Row* row : answers.rows) row->tie.clear();
    return;
  }
  std::vector<store::Row*> contenders;
  std::ranges::copy_if(answers.rows, std::back_inserter(contenders), is_in_tie_set);
  std::vector<statistics::Estimate> estimates;
  for (const store::Row* row : contenders) estimates.push_back(estimate_of(*row));
  const statistics::TieSet set = statistics::find_tie_set(estimates);
  for (store::Row* row : answers.rows)
    if (row->tie != "untested") row->tie = "no";
  for (const std::size_t member : set.members) contenders[member]->tie = "yes";
  contenders[set.leader]->tie = "best";
}

void merge_roofline(const Answers& answers) {
  double gbps = 0;
  double packed_gbps = 0;
  for (const store::Row* row : answers.rows) {
    gbps = std::max(gbps, row->roofline_gbps.value_or(0));
    packed_gbps = std::max(packed_gbps, row->packed_gbps.value_or(0));
  }
  for (store::Row* row : answers.rows) {
    if (row->packed_gbps) row->packed_gbps = packed_gbps;
    if (!row->roofline_gbps || !row->gbps) continue;
    row->roofline_gbps = gbps;
    row->roofline_pct = 100 * *row->gbps / gbps;
  }
}

}  // namespace

void merge_ties(std::vector<store::Row>& rows, std::span<const std::size_t> sources) {
  for (const auto& [question, answers] : measured_answers(rows, sources, true))
    if (answers.sources.size() > 1) merge_tie_set(answers);
  for (const auto& [question, answers] : measured_answers(rows, sources, false))
    if (answers.sources.size() > 1) merge_roofline(answers);
}

}  // namespace modlab::report
