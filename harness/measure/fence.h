#pragma once

#include <span>

#include "harness/measure/statistics.h"

namespace modlab {

/// Where values like these are expected; what lies outside is an outlier. 3.5 robust standard deviations around their
/// median, the rule of Iglewicz and Hoaglin, and at least this share of it: where most values agree to the clock's
/// step, their deviation is 0. Needs at least one sample.
Interval fence(std::span<const double> samples, double least_share = kIndifference);

}  // namespace modlab
