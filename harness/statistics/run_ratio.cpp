#include "harness/statistics/run_ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/statistics/student.h"

namespace modlab::statistics {

RunRatio run_ratio(std::span<const Estimate> over, std::span<const Estimate> under) {
  double log_ratio = 0;
  double below = 0;  // squared distances to the ends of the interval
  double above = 0;
  double width_squares = 0;
  double width_fourths = 0;  // each divided by its degrees of freedom
  const auto add = [&](const Estimate& each, double sign) {
    const double down = std::log(each.median / each.ci.low);
    const double up = std::log(each.ci.high / each.median);
    log_ratio += sign * std::log(each.median);
    below += sign > 0 ? down * down : up * up;
    above += sign > 0 ? up * up : down * down;
    const double width = (down + up) * (down + up);
    width_squares += width;
    width_fourths += width * width / std::max(1.0, static_cast<double>(each.blocks) - 1);
  };
  for (const Estimate& each : over) add(each, 1);
  for (const Estimate& each : under) add(each, -1);
  // Welch and Satterthwaite's degrees of freedom of a sum.
  return {.ratio = std::exp(log_ratio),
          .ci = {std::exp(log_ratio - std::sqrt(below)), std::exp(log_ratio + std::sqrt(above))},
          .degrees = width_fourths == 0 ? 1 : width_squares * width_squares / width_fourths};
}

double RunRatio::p_value(double indifference) const {
  const bool slower = ratio > 1;
  const double beyond = slower ? std::log(ratio / (1 + indifference)) : std::log((1 - indifference) / ratio);
  if (!(beyond > 0)) return 1;  // nor is it a number where the indifference is 100 % or more
  const double reach = slower ? std::log(ratio / ci.low) : std::log(ci.high / ratio);
  if (reach == 0) return 0;
  return 2 * student_tail(beyond / reach * student_quantile(0.025, degrees), degrees);
}

Verdict judge_runs(const RunRatio& ratio, bool differs) {
  if (differs) return ratio.ratio < 1 ? Verdict::faster : Verdict::slower;
  return judge(ratio.ci, std::numeric_limits<double>::infinity(), kSameBetweenRuns);
}

}  // namespace modlab::statistics
