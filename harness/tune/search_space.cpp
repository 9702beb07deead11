#include "harness/tune/search_space.h"

#include <limits>
#include <utility>

#include "kernels/error.h"

namespace modlab {

SearchSpace::SearchSpace(std::vector<SearchAxis> axes, std::vector<Point> points)
    : axes_(std::move(axes)), points_(std::move(points)) {
  std::uint64_t combinations = 1;
  for (const SearchAxis& axis : axes_) {
    strides_.push_back(combinations);
    if (axis.values > 0 && combinations > std::numeric_limits<std::uint64_t>::max() / axis.values)
      throw Error("the axes of the space have more than 2^64 combinations");
    combinations *= axis.values;
    has_.emplace_back(axis.values, false);
  }
  for (const Point& point : points_)
    for (std::size_t a = 0; a < axes_.size(); ++a) has_[a][point[a]] = true;
  by_combination_.reserve(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) by_combination_.emplace(combination(points_[i]), i);
}

std::uint64_t SearchSpace::combination(const Point& point) const {
  std::uint64_t number = 0;
  for (std::size_t a = 0; a < axes_.size(); ++a) number += point[a] * strides_[a];
  return number;
}

std::optional<std::size_t> SearchSpace::find(const Point& point) const {
  const auto found = by_combination_.find(combination(point));
  if (found == by_combination_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::size_t> SearchSpace::neighbours(std::size_t i) const {
  std::vector<std::size_t> found;
  const std::uint64_t here = combination(points_[i]);
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const std::uint32_t own = points_[i][a];
    // Returns true where this side needs no further search.
    const auto add = [&](std::uint32_t value) {
      const auto point = by_combination_.find(here - own * strides_[a] + value * strides_[a]);
      if (point != by_combination_.end()) found.push_back(point->second);
      return point != by_combination_.end() && axes_[a].ordered;
    };
    for (std::uint32_t value = own; value-- > 0;)
      if (add(value)) break;
    for (std::uint32_t value = own + 1; value < axes_[a].values; ++value)
      if (add(value)) break;
  }
  return found;
}

std::vector<std::size_t> SearchSpace::one_axis_away(std::size_t i) const {
  std::vector<std::size_t> found;
  Point point = points_[i];
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    for (point[a] = 0; point[a] < axes_[a].values; ++point[a])
      if (const auto there = find(point); there && *there != i) found.push_back(*there);
    point[a] = points_[i][a];
  }
  return found;
}

SearchSpace SearchSpace::part(const std::vector<std::size_t>& points) const {
  std::vector<Point> chosen;
  for (const std::size_t i : points) chosen.push_back(points_[i]);
  return {axes_, std::move(chosen)};
}

}  // namespace modlab
