#include "harness/report/summary_json.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "harness/report/none_passed.h"
#include "harness/report/selection.h"
#include "harness/report/workload_notes.h"
#include "harness/store/json_text.h"
#include "kernels/accuracy.h"

namespace modlab::report {
namespace {

using nlohmann::json;

template <typename Value>
json json_of(const std::optional<Value>& value) {
  return value ? json(*value) : json();
}

/// A measured row. An infinite error is null, as JSON writes it; `mismatches` says that there is one.
json figures_json(const store::Row& row) {
  return {{"variant", row.variant},
          {"run", row.run},
          {"row", row.row},
          {"median_ns", *row.median_ns},
          {"ci_low_ns", json_of(row.ci_low_ns)},
          {"ci_high_ns", json_of(row.ci_high_ns)},
          {"blocks", json_of(row.blocks)},
          {"gbps", *row.gbps},
          {"roofline_gbps", json_of(row.roofline_gbps)},
          {"roofline_pct", json_of(row.roofline_pct)},
          {"packed_gbps", json_of(row.packed_gbps)},
          {"mismatches", json_of(row.mismatches)},
          {"max_ulp", json_of(row.max_ulp)}};
}

json class_json(const Rows& rows, std::string_view accuracy, bool settled) {
  const store::Row& best = best_of(rows);
  const store::Row& plainest = plainest_of(rows);
  const bool confirmed = best.tie == "best";
  json text = {{"accuracy", accuracy},
               {"confirmed", confirmed},
               {"settled", confirmed && settled},
               {"best", figures_json(best)},
               {"ties", json::array()},
               {"plainest", figures_json(plainest)},
               {"times_plainest", *plainest.median_ns / *best.median_ns}};
  Rows ties;
  std::ranges::copy_if(rows, std::back_inserter(ties), [](const store::Row* row) { return row->tie == "yes"; });
  std::ranges::sort(ties, {}, [](const store::Row* row) { return *row->median_ns; });
  for (const store::Row* tie : ties) text["ties"].push_back(figures_json(*tie));
  return text;
}

json estimate_json(const statistics::Estimate& estimate) {
  if (estimate.median == 0) return {};
  return {{"median_ns", estimate.median},
          {"ci_low_ns", estimate.ci.low},
          {"ci_high_ns", estimate.ci.high},
          {"blocks", estimate.blocks}};
}

json aa_json(const store::WorkloadContext& about) {
  if (about.aa_variant.empty()) return {};
  return {{"variant", about.aa_variant}, {"ratio", about.aa_ratio},
          {"ratio_low", about.aa_low},   {"ratio_high", about.aa_high},
          {"verdict", about.aa_verdict}, {"noise_floor", store::noise_floor_share(about)}};
}

/// What a run, or one of the merged ones, found out about a workload.
json finding_json(const store::RunContext& run, const store::WorkloadContext& about, const Rows& rows) {
  return {{"run", about.run.empty() ? run.run : about.run},
          {"space", about.space},
          {"unconfirmed", about.unconfirmed},
          {"unsettled", about.unsettled},
          {"aa", aa_json(about)},
          {"pilot", estimate_json(about.pilot)},
          {"arithmetic_pilot", estimate_json(about.arithmetic_pilot)},
          {"launch_floor", estimate_json(about.launch_floor)},
          {"drifted", about.drifted},
          {"faults", about.faults},
          {"notes", workload_notes(run, about, rows)}};
}

json counts_json(const Rows& rows, bool ok, std::string store::Row::*column) {
  json counts = json::object();
  for (const store::Row* row : rows) {
    if (passed(*row) != ok || (row->*column).empty()) continue;
    json& count = counts[row->*column];
    count = count.is_null() ? 1 : count.get<std::uint64_t>() + 1;
  }
  return counts;
}

json workload_json(const store::RunContext& run, const Rows& rows) {
  const std::string name = store::workload_of(*rows.front());
  json text = {{"workload", name},
               {"mode", rows.front()->mode},
               {"adapter", run.device.adapter},
               {"measured",
                std::ranges::count_if(rows, passed, [](const store::Row* row) -> const store::Row& { return *row; })},
               {"failed", counts_json(rows, false, &store::Row::status)},
               {"stopped", counts_json(rows, true, &store::Row::stop)},
               {"none_passed", why_none_passed(rows)},
               {"classes", json::array()},
               {"peers", json::array()},
               {"findings", json::array()}};
  std::vector<std::string> unsettled;
  for (const store::WorkloadContext& about : run.workloads) {
    if (about.workload != name) continue;
    text["findings"].push_back(finding_json(run, about, rows));
    unsettled.insert(unsettled.end(), about.unsettled.begin(), about.unsettled.end());
  }
  for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula}) {
    const std::string_view of = name_of(accuracy);
    const bool settled = std::ranges::find(unsettled, of) == unsettled.end();
    if (const Rows figures = measured(of_class(rows, of)); !figures.empty())
      text["classes"].push_back(class_json(figures, of, settled));
  }
  for (const store::Row* peer : measured(of_class(rows, name_of(Accuracy::peer))))
    text["peers"].push_back(figures_json(*peer));
  return text;
}

}  // namespace

std::string summary_json(const std::vector<store::Row>& rows, const store::RunContext& context) {
  json text = {{"run", context.run},           {"started", context.started}, {"finished", context.finished},
               {"revision", context.revision}, {"mode", context.mode},       {"seed", context.seed},
               {"merged", context.merged},     {"adapters", json::array()},  {"workloads", json::array()}};
  for (const store::RunContext& part : store::parts_of(context))
    text["adapters"].push_back({{"adapter", part.device.adapter},
                                {"driver", part.device.driver},
                                {"implementation", part.device.implementation},
                                {"compiler", part.compiler_version},
                                {"clock_step_ns", part.clock_step_ns},
                                {"empty_pair_ns", part.empty_pair_ns},
                                {"spent_s", part.spent.whole()}});
  for (const Rows& group : group_by_workload(rows))
    text["workloads"].push_back(workload_json(store::part_on(context, group.front()->adapter), group));
  return store::json_text(text, 2) + '\n';
}

}  // namespace modlab::report
