#include "harness/report/compare_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/report/difference_json.h"
#include "harness/store/json_text.h"

namespace modlab::report {
namespace {

using nlohmann::json;

json run_json(const RunFiles& run) {
  return {{"journal", run.path},
          {"run", run.context.run},
          {"started", run.context.started},
          {"finished", run.context.finished},
          {"revision", run.context.revision}};
}

json to_json(const std::vector<UnmatchedClass>& classes) {
  json list = json::array();
  for (const auto& [workload, accuracy, adapter] : classes)
    list.push_back({{"workload", workload}, {"accuracy", accuracy}, {"adapter", adapter}});
  return list;
}

json counts_json(const RunComparison& comparison) {
  json counts = {{"compared", comparison.differences.size()},
                 {"failed", comparison.failed.size()},
                 {"missing", comparison.only_base.size()},
                 {"only_new", comparison.only_next.size()}};
  for (const auto& verdict : statistics::kVerdictNames)
    counts[std::string(verdict.name)] = std::ranges::count(comparison.differences, verdict.value, &Difference::verdict);
  return counts;
}

}  // namespace

std::string comparison_json(const RunFiles& base, const RunFiles& next, const RunComparison& comparison,
                            const CompareOptions& options) {
  json text = {{"base", run_json(base)},
               {"new", run_json(next)},
               {"false_alarms", options.false_alarms},
               {"counts", counts_json(comparison)},
               {"differences", json::array()},
               {"failed", json::array()},
               {"missing", to_json(comparison.only_base)},
               {"only_new", to_json(comparison.only_next)}};
  for (const Difference& each : comparison.differences) {
    json line = difference_json(each);
    line.update({{"workload", store::workload_of(*each.base)},
                 {"accuracy", each.base->accuracy},
                 {"adapter", each.base->adapter},
                 {"base_variant", each.base->variant},
                 {"new_variant", each.next->variant},
                 {"base_ns", *each.base->median_ns},
                 {"new_ns", *each.next->median_ns}});
    text["differences"].push_back(std::move(line));
  }
  for (const store::Row* row : comparison.failed)
    text["failed"].push_back({{"workload", store::workload_of(*row)},
                              {"accuracy", row->accuracy},
                              {"adapter", row->adapter},
                              {"variant", row->variant},
                              {"status", row->status},
                              {"detail", row->detail}});
  return store::json_text(text, 2) + '\n';
}

}  // namespace modlab::report
