#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/analysis/brush.h"
#include "harness/analysis/run.h"
#include "harness/analysis/unit.h"

namespace modlab::gui {

/// One of the parallel coordinates: an axis with its values, or at the end the figures.
struct ParallelAxis {
  std::string name;
  std::vector<std::string> values;  ///< those that occur, from the bottom up; none for figures
};

/// One variant, from axis to axis.
struct ParallelLine {
  std::size_t index = 0;       ///< of its row
  std::vector<float> heights;  ///< on each axis, from 0 at the bottom to 1
};

/// All variants with one value on an axis and one on the next. Figures are counted in bins.
struct ParallelLink {
  std::size_t axis = 0;  ///< the left one of the two
  std::size_t left = 0;  ///< value or bin
  std::size_t right = 0;
  std::size_t rejected = 0;  ///< variants, by the brush
  std::size_t kept = 0;
  std::size_t best = 0;  ///< of the kept ones
};

/// What the panel draws for one group of a run.
struct Parallel {
  static constexpr std::size_t kBins = 24;  ///< of figures

  std::vector<ParallelAxis> axes;
  std::vector<ParallelLink> links;
  std::vector<ParallelLine> best;      ///< of those that the brush keeps, the fastest first
  std::vector<ParallelLine> selected;  ///< rows of the selection
  std::size_t timed = 0;               ///< variants
  std::size_t kept = 0;                ///< of them, by the brush
  double lowest = 0;                   ///< figure
  double highest = 0;
};

struct ParallelRequest {
  std::size_t group = 0;
  std::string_view accuracy{};
  analysis::Unit unit = analysis::Unit::throughput;
  double best_share = 0.05;  ///< of the kept variants
  std::span<const std::size_t> selection{};
};

/// Requires a whole run.
Parallel make_parallel(const analysis::Run& run, const Brush& brush, const ParallelRequest& request);

/// The height of the middle of a value, and which value a height belongs to.
float height_of_value(std::size_t value, std::size_t count);
std::size_t value_at_height(float height, std::size_t count);

/// The same for figures: the fastest is at the top.
float height_of_figure(const Parallel& parallel, analysis::Unit unit, double figure);
double figure_at_height(const Parallel& parallel, analysis::Unit unit, float height);

}  // namespace modlab::gui
