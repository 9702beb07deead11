#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gui/analysis/error_measure.h"
#include "harness/analysis/run.h"

namespace modlab::gui {

/// One variant or peer with its error and its time.
struct AccuracyPoint {
  const store::Row* row = nullptr;
  std::optional<std::size_t> index;  ///< of the run's row; nothing for a peer of another journal
  double error = 0;
  double median_ns = 0;
  bool of_peer = false;
};

/// Every variant of a group that was timed and whose error is recorded, of both accuracy classes, and its peers, those
/// of `elsewhere` included. Both must outlive the points.
std::vector<AccuracyPoint> accuracy_points(const analysis::Run& run, std::size_t group, ErrorMeasure measure,
                                           const std::vector<store::Row>& elsewhere);

/// The variants that no other variant dominates in error and time, from the most accurate to the fastest.
std::vector<AccuracyPoint> pareto_front(std::vector<AccuracyPoint> points);

/// The measures that any timed variant of the group has, the one that tells the most first.
std::vector<ErrorMeasure> recorded_measures(const analysis::Run& run, std::size_t group);

}  // namespace modlab::gui
