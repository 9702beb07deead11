#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "harness/analysis/unit.h"
#include "harness/store/row.h"
#include "harness/store/samples.h"

namespace modlab::gui {

/// The samples of one row in the order they were taken.
struct SampleSeries {
  struct Point {
    double order = 0;  ///< from 0, across all phases
    double value = 0;  ///< in the requested unit
    bool drifted = false;
    bool outlier = false;
  };
  /// Where a phase of the measurement begins.
  struct Phase {
    std::string name;
    double begin = 0;
  };
  std::vector<Point> points;
  std::vector<Phase> phases;
};

/// `samples` are the run's, sorted by row.
SampleSeries sample_series(const store::Row& row, std::span<const store::Sample> samples, analysis::Unit unit);

/// How many values lie from `low` up to `high`.
struct Bin {
  double low = 0;
  double high = 0;
  double count = 0;
};

/// Bins of equal width over all values, as many as the square root of their number; none without finite values.
std::vector<Bin> histogram(std::span<const double> values);

/// The samples of one row; `samples` are sorted by row.
std::span<const store::Sample> samples_of(const store::Row& row, std::span<const store::Sample> samples);

}  // namespace modlab::gui
