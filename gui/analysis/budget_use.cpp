#include "gui/analysis/budget_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "harness/analysis/command_line.h"
#include "harness/session/options.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

/// The value of an option, given as `--option value` or `--option=value`; empty where it was not given.
std::string value_of(const std::vector<std::string>& words, const std::string& option) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (*word == option && word + 1 != words.end()) return *(word + 1);
    if (word->starts_with(option + "=")) return word->substr(option.size() + 1);
  }
  return {};
}

}  // namespace

std::optional<BudgetUse> budget_use(const store::RunContext& context, std::size_t rows) {
  const std::vector<std::string> words = analysis::arguments_of(context.command);
  if (words.empty() || words.front() != "tune") return std::nullopt;
  try {
    const tune::Budget budget =
        session::parse_budget(value_of(words, "--budget"), value_of(words, "--budget-per"), context.strategy);
    const double times = budget.per_workload ? static_cast<double>(context.planned.size()) : 1;
    if (budget.limit.seconds)
      return BudgetUse{.used = context.spent.whole(), .total = times * *budget.limit.seconds, .in_seconds = true};
    if (budget.limit.evaluations)
      return BudgetUse{
          .used = static_cast<double>(rows), .total = times * *budget.limit.evaluations, .in_seconds = false};
  } catch (const Error&) {  // an option of a later version
  }
  return std::nullopt;
}

std::string text_of(const BudgetUse& use) {
  const double left = std::max(0.0, use.total - use.used);
  return use.in_seconds ? fmt::format("{:.0f} of {:.0f} s, {:.0f} s left", use.used, use.total, left)
                        : fmt::format("{:.0f} of {:.0f} evaluations, {:.0f} left", use.used, use.total, left);
}

}  // namespace modlab::gui
