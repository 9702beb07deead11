#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gui/analysis/brush.h"
#include "harness/analysis/run.h"
#include "harness/analysis/unit.h"

namespace modlab {

/// One of the parallel coordinates: an axis with its values, or at the end the figures.
struct ParallelAxis {
  std::string name;
  std::vector<std::string> values;  ///< those that occur, from the bottom up; none for figures
};

/// One variant, from axis to axis.
struct ParallelLine {
  std::size_t index = 0;       ///< of its row
  std::vector<float> heights;  ///< on each axis, from 0 at the bottom to 1
  double figure = 0;
  bool is_best = false;  ///< among the fastest of those that the brush keeps
  bool is_kept = true;   ///< by the brush
};

/// What the panel draws for one group of a run.
struct Parallel {
  std::vector<ParallelAxis> axes;
  std::vector<ParallelLine> lines;  ///< to be drawn in this order: the best last
  std::size_t timed = 0;            ///< variants, of which as many lines are drawn as can be told apart
  std::size_t kept = 0;             ///< of them, by the brush
  double lowest = 0;                ///< figure
  double highest = 0;
};

struct ParallelRequest {
  std::size_t group = 0;
  std::string_view accuracy{};
  Unit unit = Unit::throughput;
  double best_share = 0.05;      ///< of the kept variants
  std::size_t most_lines = 900;  ///< of the others; of the best half as many
};

/// Requires a whole run. Lines with the same value spread within its space, the fastest at the top, so that they can be
/// followed.
Parallel make_parallel(const Run& run, const Brush& brush, const ParallelRequest& request);

/// The height of the middle of a value, and which value a height belongs to.
float height_of_value(std::size_t value, std::size_t count);
std::size_t value_at_height(float height, std::size_t count);

}  // namespace modlab
