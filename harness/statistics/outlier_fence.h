#pragma once

#include <span>

#include "harness/statistics/statistics.h"

namespace modlab::statistics {

/// Where values like these are expected; what lies outside is an outlier. 3.5 robust standard deviations around the
/// median, the rule of Iglewicz and Hoaglin, and at least `min_share` of the median: where most values agree to the
/// clock's step, their deviation is 0. Needs at least one sample.
Interval outlier_fence(std::span<const double> samples, double min_share = kIndifference);

}  // namespace modlab::statistics
