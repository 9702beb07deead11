#include "harness/tune/replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "harness/statistics/statistics.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/strategy.h"
#include "harness/tune/variant_search.h"

namespace modlab {
namespace {

constexpr std::size_t kMinEntries = 10;

/// The time that a search sees with this effort: the median of the first samples.
double observed(const Record::Entry& entry, double effort) {
  if (entry.samples_ns.empty()) return entry.median_ns;
  const double count = std::ceil(effort * static_cast<double>(entry.samples_ns.size()));
  return median_of(std::span(entry.samples_ns).first(std::max<std::size_t>(1, static_cast<std::size_t>(count))));
}

}  // namespace

std::vector<Record> make_records(const std::vector<Row>& rows, const std::vector<Sample>& samples) {
  std::map<std::uint64_t, std::vector<double>> screened;
  for (const Sample& sample : samples)
    if (sample.phase == "screen") screened[sample.row].push_back(sample.ns);
  std::vector<Record> records;
  std::vector<std::vector<Variant>> variants;  // of each record
  for (const Row& row : rows) {
    if (!is_ok(row) || !row.median_ns) continue;
    const std::string workload = workload_of(row);
    const Accuracy accuracy = row.accuracy == name_of(Accuracy::exact) ? Accuracy::exact : Accuracy::formula;
    const auto same = [&](const Record& record) {
      return record.workload == workload && record.accuracy == accuracy && record.adapter == row.adapter;
    };
    const auto record = static_cast<std::size_t>(std::ranges::find_if(records, same) - records.begin());
    if (record == records.size()) {
      records.push_back({workload, accuracy, row.adapter, {}, {}});
      variants.emplace_back();
    }
    records[record].entries.push_back({*row.median_ns, screened[row.row]});
    variants[record].push_back(parse_variant(row.variant));
  }
  for (std::size_t i = 0; i < records.size(); ++i) records[i].space = search_space_of(variants[i]);
  std::erase_if(records, [](const Record& record) { return record.entries.size() < kMinEntries; });
  return records;
}

double RegretCurve::at(double limit) const {
  const auto after = std::ranges::upper_bound(evaluations, limit);
  if (after == evaluations.begin()) return std::numeric_limits<double>::infinity();
  return regret[static_cast<std::size_t>(after - evaluations.begin()) - 1];
}

RegretCurve replay(const Record& record, std::string_view strategy, std::uint64_t seed, double max_evaluations) {
  const double optimum = std::ranges::min(record.entries, {}, &Record::Entry::median_ns).median_ns;
  const auto search = make_strategy(strategy, {.space = record.space, .classes = {}, .seed = seed, .starts = {}});
  RegretCurve curve;
  double spent = 0;
  double best_seen = std::numeric_limits<double>::infinity();
  double true_ns = std::numeric_limits<double>::infinity();
  while (const auto proposal = search->next()) {
    const Record::Entry& entry = record.entries[proposal->point];
    const double seen = observed(entry, proposal->effort);
    search->learn(seen);
    // The apparent best would win now; its true time counts.
    if (seen < best_seen) {
      best_seen = seen;
      true_ns = entry.median_ns;
    }
    spent += proposal->effort;
    if (spent > max_evaluations) break;
    curve.evaluations.push_back(spent);
    curve.regret.push_back(true_ns / optimum - 1);
  }
  return curve;
}

}  // namespace modlab
