#include "harness/tune/replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "harness/measure/statistics.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/strategy.h"

namespace modlab {
namespace {

constexpr std::size_t kLeastEntries = 10;

/// What a search sees of a variant with so much effort: the median of the first samples.
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
  for (const Row& row : rows) {
    if (!is_ok(row) || !row.median_ns) continue;
    const std::string workload = workload_of(row);
    const Accuracy accuracy = row.accuracy == name_of(Accuracy::exact) ? Accuracy::exact : Accuracy::formula;
    const auto same = [&](const Record& record) {
      return record.workload == workload && record.accuracy == accuracy && record.adapter == row.adapter;
    };
    auto record = std::ranges::find_if(records, same);
    if (record == records.end()) record = records.insert(record, {workload, accuracy, row.adapter, {}});
    record->entries.push_back({parse_variant(row.variant), *row.median_ns, screened[row.row]});
  }
  std::erase_if(records, [](const Record& record) { return record.entries.size() < kLeastEntries; });
  return records;
}

double RegretCurve::at(double limit) const {
  const auto after = std::ranges::upper_bound(evaluations, limit);
  if (after == evaluations.begin()) return std::numeric_limits<double>::infinity();
  return regret[static_cast<std::size_t>(after - evaluations.begin()) - 1];
}

RegretCurve replay(const Record& record, std::string_view strategy, std::uint64_t seed, double most_evaluations) {
  SearchRequest request{.space = {}, .seed = seed, .starts = {}};
  std::map<std::string, const Record::Entry*> entries;
  double optimum = std::numeric_limits<double>::infinity();
  for (const Record::Entry& entry : record.entries) {
    request.space.push_back(entry.variant);
    entries[name_of(entry.variant)] = &entry;
    optimum = std::min(optimum, entry.median_ns);
  }
  const auto search = make_strategy(strategy, request);
  RegretCurve curve;
  double spent = 0;
  double best_seen = std::numeric_limits<double>::infinity();
  double worth = std::numeric_limits<double>::infinity();
  while (const auto proposal = search->next()) {
    const Record::Entry& entry = *entries.at(name_of(proposal->variant));
    const double seen = observed(entry, proposal->effort);
    search->learn({proposal->variant, seen});
    // Whoever looks best now would win now; what counts is what it is worth.
    if (seen < best_seen) {
      best_seen = seen;
      worth = entry.median_ns;
    }
    spent += proposal->effort;
    if (spent > most_evaluations) break;
    curve.evaluations.push_back(spent);
    curve.regret.push_back(worth / optimum - 1);
  }
  return curve;
}

}  // namespace modlab
