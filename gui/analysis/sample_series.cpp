#include "gui/analysis/sample_series.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace modlab::gui {

std::span<const store::Sample> samples_of(const store::Row& row, std::span<const store::Sample> samples) {
  const auto own = std::ranges::equal_range(samples, row.row, {}, &store::Sample::row);
  return {own.begin(), own.end()};
}

SampleSeries sample_series(const store::Row& row, std::span<const store::Sample> samples, analysis::Unit unit) {
  SampleSeries series;
  for (const store::Sample& sample : samples_of(row, samples)) {
    const auto order = static_cast<double>(series.points.size());
    if (series.phases.empty() || series.phases.back().name != sample.phase)
      series.phases.push_back({sample.phase, order});
    if (const auto value = analysis::in_unit(row, unit, sample.ns))
      series.points.push_back({order, *value, sample.drifted, sample.outlier});
  }
  return series;
}

std::vector<Bin> histogram(std::span<const double> all) {
  std::vector<double> values;
  std::ranges::copy_if(all, std::back_inserter(values), [](double value) { return std::isfinite(value); });
  if (values.empty()) return {};
  auto [low, high] = std::ranges::minmax(values);
  if (low == high) {  // give the bin a visible width
    low -= 0.01 * std::abs(low);
    high += 0.01 * std::abs(high);
  }
  std::vector<Bin> bins(static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(values.size())))));
  const double width = (high - low) / static_cast<double>(bins.size());
  for (std::size_t i = 0; i < bins.size(); ++i)
    bins[i] = {.low = low + width * static_cast<double>(i), .high = low + width * static_cast<double>(i + 1)};
  for (const double value : values)
    ++bins[std::min(bins.size() - 1, static_cast<std::size_t>((value - low) / width))].count;
  return bins;
}

}  // namespace modlab::gui
