#pragma once

#include <string>

#include "harness/statistics/paired_ratio.h"
#include "harness/statistics/settling.h"

namespace modlab::report {

/// Why a ratio is UNCLEAR, and what would settle it: "0.985 to 1.040 is neither within 0.980 to 1.020 (SAME) nor above
/// 1.010 (SLOWER); about 4 times as many samples would make it SAME". `ci` is its 95 % interval.
std::string unclear_text(double ratio, const statistics::Interval& ci, double degrees,
                         const statistics::VerdictBounds& bounds);

/// The same of two kernels that were timed in the same rounds; empty where the verdict is another.
std::string unclear_text(const statistics::PairedRatio& ratio);

}  // namespace modlab::report
