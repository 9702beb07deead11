#include "harness/statistics/run_ratio.h"

#include <cmath>

namespace modlab {

Interval ratio_interval(const Estimate& base, const Estimate& next) {
  const auto below = [](const Estimate& each) { return std::log(each.median / each.ci.low); };
  const auto above = [](const Estimate& each) { return std::log(each.ci.high / each.median); };
  const double ratio = next.median / base.median;
  return {ratio * std::exp(-std::hypot(below(next), above(base))),
          ratio * std::exp(std::hypot(above(next), below(base)))};
}

Verdict judge_runs(const Interval& ratio, double indifference) {
  // A difference that matters between builds. Two intervals of half a per cent give the ratio one of 0.7 %, so that
  // SAME within the indifference itself could hardly ever be said.
  constexpr double kTolerance = 0.02;
  return judge(ratio, indifference, kTolerance);
}

}  // namespace modlab
