#pragma once

#include <cstddef>
#include <vector>

#include "gui/analysis/run.h"

namespace modlab {

/// One variant with its error and its time.
struct AccuracyPoint {
  std::size_t place = 0;
  double max_ulp = 0;  ///< may be infinite: a number stands for a NaN
  double median_ns = 0;
};

/// Every variant of a group that was timed and whose error is known, of both accuracy classes.
std::vector<AccuracyPoint> accuracy_points(const Run& run, std::size_t group);

/// Those that no other point beats in error without being slower, or in time without being less accurate: from the most
/// accurate to the fastest.
std::vector<AccuracyPoint> pareto_front(std::vector<AccuracyPoint> points);

}  // namespace modlab
