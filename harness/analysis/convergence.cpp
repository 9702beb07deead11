#include "harness/analysis/convergence.h"

#include <charconv>
#include <chrono>

#include "harness/report/selection.h"

namespace modlab::analysis {

std::optional<double> utc_seconds(std::string_view utc) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:ddZ";
  if (utc.size() != kForm.size()) return std::nullopt;
  for (std::size_t i = 0; i < utc.size(); ++i)
    if (kForm[i] == 'd' ? utc[i] < '0' || utc[i] > '9' : utc[i] != kForm[i]) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    std::from_chars(utc.data() + at, utc.data() + at + digits, value);
    return value;
  };
  using namespace std::chrono;
  const year_month_day day{year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                           std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  if (!day.ok()) return std::nullopt;
  const auto time = sys_days(day) + hours(number(11, 2)) + minutes(number(14, 2)) + seconds(number(17, 2));
  return static_cast<double>(time.time_since_epoch() / seconds(1));
}

Convergence convergence(const Run& run, std::size_t group, std::string_view accuracy) {
  Convergence curve;
  std::optional<double> begin;
  std::optional<std::size_t> best;
  double evaluations = 0;
  double seconds = 0;
  for (const std::size_t index : run.groups[group].indices) {
    const store::Row& row = run.rows()[index];
    const std::optional<double> now = utc_seconds(row.utc);
    if (now && !begin) begin = now;
    if (now) seconds = *now - *begin;
    if (!accuracy.empty() && row.accuracy != accuracy) continue;
    ++evaluations;
    if (!report::passed(row) || !row.median_ns) continue;
    if (best && *row.median_ns >= *run.rows()[*best].median_ns) continue;
    best = index;
    curve.steps.push_back({evaluations, seconds, index});
  }
  if (best) curve.steps.push_back({evaluations, seconds, *best});
  return curve;
}

}  // namespace modlab::analysis
