#include "harness/statistics/verdict.h"

namespace modlab::statistics {

Verdict judge(const Interval& ratio, double indifference, double tolerance) {
  if (ratio.high < 1 - indifference) return Verdict::faster;
  if (ratio.low > 1 + indifference) return Verdict::slower;
  if (ratio.low >= 1 - tolerance && ratio.high <= 1 + tolerance) return Verdict::same;
  return Verdict::unclear;
}

}  // namespace modlab::statistics
