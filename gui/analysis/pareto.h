#pragma once

#include <cstddef>
#include <vector>

#include "harness/analysis/run.h"

namespace modlab {

/// One variant with its error and its time.
struct AccuracyPoint {
  std::size_t index = 0;
  double max_ulp = 0;  ///< infinite where a NaN was computed as a number, or a number as a NaN
  double median_ns = 0;
  bool of_peer = false;
};

/// Every variant of a group that was timed and whose error is known, of both accuracy classes, and its peers.
std::vector<AccuracyPoint> accuracy_points(const Run& run, std::size_t group);

/// The variants that no other variant dominates in error and time, from the most accurate to the fastest.
std::vector<AccuracyPoint> pareto_front(std::vector<AccuracyPoint> points);

}  // namespace modlab
