#include "gui/sample_series.h"

#include <algorithm>

namespace modlab {

std::span<const Sample> samples_of(const Row& row, std::span<const Sample> samples) {
  const auto own = std::ranges::equal_range(samples, row.row, {}, &Sample::row);
  return {own.begin(), own.end()};
}

SampleSeries sample_series(const Row& row, std::span<const Sample> samples, Unit unit) {
  SampleSeries series;
  for (const Sample& sample : samples_of(row, samples)) {
    const auto order = static_cast<double>(series.points.size());
    if (series.phases.empty() || series.phases.back().name != sample.phase)
      series.phases.push_back({sample.phase, order});
    if (const auto value = in_unit(row, unit, sample.ns))
      series.points.push_back({order, *value, sample.drifted, sample.outlier});
  }
  return series;
}

}  // namespace modlab
