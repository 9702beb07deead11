#include "harness/report/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/report/text_table.h"
#include "harness/report/time_text.h"
#include "harness/store/csv.h"

namespace modlab::report {
namespace {

bool has_several_adapters(const RunComparison& comparison) {
  const auto other = [&](const Difference& each) {
    return each.base->adapter != comparison.differences.front().base->adapter;
  };
  return std::ranges::any_of(comparison.differences, other);
}

bool is_corrected(const Difference& difference) { return difference.machine.has_value(); }

/// With every variant there may be hundreds.
constexpr std::size_t kUnclearShown = 16;

std::string unclear_lines(const RunComparison& comparison, bool every_variant, bool several) {
  std::string text;
  std::size_t count = 0;
  for (const Difference& each : comparison.differences) {
    if (each.verdict != statistics::Verdict::unclear || ++count > kUnclearShown) continue;
    text += fmt::format("unclear: {} {}{}{}: {}\n", store::workload_of(*each.base), each.base->accuracy,
                        every_variant ? " " + each.base->variant : "", several ? " on " + each.base->adapter : "",
                        each.unclear);
  }
  if (count > kUnclearShown) text += fmt::format("unclear: and {} more\n", count - kUnclearShown);
  return text;
}

std::string unmatched_lines(std::string_view which, const std::vector<UnmatchedClass>& classes) {
  std::string text;
  for (const auto& [workload, accuracy, adapter] : classes)
    text += fmt::format("only in {}: {} {}{}\n", which, workload, accuracy, adapter.empty() ? "" : " on " + adapter);
  return text;
}

}  // namespace

std::string comparison_counts(const RunComparison& comparison) {
  std::string text = fmt::format("{} compared", comparison.differences.size());
  std::string_view before = ": ";
  for (const auto& verdict : statistics::kVerdictNames) {
    const auto count = std::ranges::count(comparison.differences, verdict.value, &Difference::verdict);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", before, count, verdict.name);
    before = ", ";
  }
  if (!comparison.failed.empty()) text += fmt::format("; {} failed", comparison.failed.size());
  if (!comparison.only_base.empty()) text += fmt::format("; {} missing", comparison.only_base.size());
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
    const store::Row* const base = difference.base;
    const statistics::RunRatio& ratio = difference.ratio;
    TextLine cells{store::workload_of(*base), base->accuracy};
    if (several) cells.push_back(base->adapter);
    if (options.every_variant) cells.push_back(base->variant);
    cells.push_back(time_text(*base->median_ns));
    cells.push_back(time_text(*difference.next->median_ns));
    cells.push_back(fmt::format("{:.3f} ({:.3f} to {:.3f})", ratio.ratio, ratio.ci.low, ratio.ci.high));
    cells.push_back(fmt::format("{:.1f} %", 100 * difference.indifference));
    if (corrected) cells.push_back(difference.machine ? fmt::format("{:.3f}", *difference.machine) : "-");
    cells.emplace_back(statistics::name_of(difference.verdict));
    lines.push_back(std::move(cells));
  }
  const std::size_t pairs = comparison.differences.size();
  std::string text = pairs == 0 ? std::string() : text_table(lines);
  text += unclear_lines(comparison, options.every_variant, several);
  if (corrected)
    text += "new/base is divided by machine, the memory pilot's time in the new run over its time in the base\n";
  if (pairs > 0)
    text +=
        fmt::format("intervals 95 % each; a false alarm in at most {:g} % of such comparisons (Holm over {} pair{})\n",
                    100 * options.false_alarms, pairs, pairs == 1 ? "" : "s");
  for (const store::Row* row : comparison.failed)
    text += fmt::format("failed in new: {} {}: {}: {}: {}\n", store::workload_of(*row), row->accuracy, row->variant,
                        row->status, row->detail);
  text += unmatched_lines("base", comparison.only_base) + unmatched_lines("new", comparison.only_next);
  return text + comparison_counts(comparison) + '\n';
}

std::string comparison_csv(const RunComparison& comparison) {
  std::string text =
      "workload,accuracy,base_variant,new_variant,base_ns,new_ns,machine,ratio,ratio_low,ratio_high,indifference,"
      "verdict,adapter\n";
  for (const Difference& difference : comparison.differences) {
    const store::Row& base = *difference.base;
    const store::Row& next = *difference.next;
    const statistics::RunRatio& ratio = difference.ratio;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", store::csv_field(store::workload_of(base)),
                        store::csv_field(base.accuracy), store::csv_field(base.variant), store::csv_field(next.variant),
                        *base.median_ns, *next.median_ns, difference.machine.value_or(1), ratio.ratio, ratio.ci.low,
                        ratio.ci.high, difference.indifference, statistics::name_of(difference.verdict),
                        store::csv_field(base.adapter));
  }
  return text;
}

}  // namespace modlab::report
