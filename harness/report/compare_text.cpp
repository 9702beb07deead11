#include "harness/report/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/report/text_table.h"
#include "harness/report/time_text.h"
#include "harness/store/csv.h"

namespace modlab {
namespace {

bool has_several_adapters(const RunComparison& comparison) {
  const auto other = [&](const Difference& each) {
    return each.base->adapter != comparison.differences.front().base->adapter;
  };
  return std::ranges::any_of(comparison.differences, other);
}

bool is_corrected(const Difference& difference) { return difference.machine != 1; }

}  // namespace

std::string comparison_counts(const RunComparison& comparison) {
  std::string text = fmt::format("{} compared", comparison.differences.size());
  std::string_view before = ": ";
  for (const auto& verdict : kVerdictNames) {
    const auto count = std::ranges::count(comparison.differences, verdict.value, &Difference::verdict);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", before, count, verdict.name);
    before = ", ";
  }
  if (!comparison.failed.empty()) text += fmt::format("; {} failed", comparison.failed.size());
  return text;
}

std::string comparison_table(const RunComparison& comparison, const CompareOptions& options) {
  const bool corrected = std::ranges::any_of(comparison.differences, is_corrected);
  const bool several = has_several_adapters(comparison);
  TextLine head{"workload", "class"};
  if (several) head.emplace_back("adapter");
  if (options.every_variant) head.emplace_back("variant");
  for (const char* name : {"base", "new", "new/base", "noise"}) head.emplace_back(name);
  if (corrected) head.emplace_back("machine");
  head.emplace_back("verdict");

  std::vector<TextLine> lines{head};
  for (const Difference& difference : comparison.differences) {
    const auto& [base, next, machine, ratio, indifference, verdict] = difference;
    TextLine cells{workload_of(*base), base->accuracy};
    if (several) cells.push_back(base->adapter);
    if (options.every_variant) cells.push_back(base->variant);
    cells.push_back(time_text(*base->median_ns));
    cells.push_back(time_text(*next->median_ns));
    cells.push_back(fmt::format("{:.3f} ({:.3f} to {:.3f})", ratio.ratio, ratio.ci.low, ratio.ci.high));
    cells.push_back(fmt::format("{:.1f} %", 100 * indifference));
    if (corrected) cells.push_back(fmt::format("{:.3f}", machine));
    cells.emplace_back(name_of(verdict));
    lines.push_back(std::move(cells));
  }
  std::string text = text_table(lines);
  if (corrected)
    text += "new/base is divided by machine, the memory pilot's time in the new run over its time in the base\n";
  const std::size_t pairs = comparison.differences.size();
  text +=
      fmt::format("intervals 95 % each; a false alarm in at most {:g} % of such comparisons (Holm over {} pair{})\n",
                  100 * options.false_alarms, pairs, pairs == 1 ? "" : "s");
  for (const Row* row : comparison.failed)
    text += fmt::format("failed in new: {} {}: {}: {}: {}\n", workload_of(*row), row->accuracy, row->variant,
                        row->status, row->detail);
  for (const std::string& name : comparison.only_base) text += fmt::format("only in base: {}\n", name);
  for (const std::string& name : comparison.only_next) text += fmt::format("only in new: {}\n", name);
  return text + comparison_counts(comparison) + '\n';
}

std::string comparison_csv(const RunComparison& comparison) {
  std::string text =
      "workload,accuracy,base_variant,new_variant,base_ns,new_ns,machine,ratio,ratio_low,ratio_high,indifference,"
      "verdict,adapter\n";
  for (const Difference& difference : comparison.differences) {
    const auto& [base, next, machine, ratio, indifference, verdict] = difference;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(workload_of(*base)),
                        csv_field(base->accuracy), csv_field(base->variant), csv_field(next->variant), *base->median_ns,
                        *next->median_ns, machine, ratio.ratio, ratio.ci.low, ratio.ci.high, indifference,
                        name_of(verdict), csv_field(base->adapter));
  }
  return text;
}

}  // namespace modlab
