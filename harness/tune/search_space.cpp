#include "harness/tune/search_space.h"

#include <limits>
#include <utility>

#include "kernels/error.h"

namespace modlab::tune {

SearchSpace::SearchSpace(std::vector<SearchAxis> axes, std::vector<Point> points) {
  auto shared = std::make_shared<Shared>(Shared{.axes = std::move(axes), .points = std::move(points)});
  std::uint64_t combinations = 1;
  for (const SearchAxis& axis : shared->axes) {
    shared->strides.push_back(combinations);
    if (axis.values > 0 && combinations > std::numeric_limits<std::uint64_t>::max() / axis.values)
      throw Error("the axes of the space have more than 2^64 combinations");
    combinations *= axis.values;
    shared->has.emplace_back(axis.values, false);
  }
  for (const Point& point : shared->points)
    for (std::size_t a = 0; a < shared->axes.size(); ++a) shared->has[a][point[a]] = true;
  shared->by_combination.reserve(shared->points.size());
  for (std::size_t i = 0; i < shared->points.size(); ++i)
    shared->by_combination.emplace(shared->combination(shared->points[i]), i);
  shared_ = std::move(shared);
}

std::uint64_t SearchSpace::Shared::combination(const Point& point) const {
  std::uint64_t number = 0;
  for (std::size_t a = 0; a < axes.size(); ++a) number += point[a] * strides[a];
  return number;
}

std::optional<std::size_t> SearchSpace::find(const Point& point) const {
  const auto found = shared_->by_combination.find(shared_->combination(point));
  if (found == shared_->by_combination.end()) return std::nullopt;
  return found->second;
}

std::vector<std::size_t> SearchSpace::neighbours(std::size_t i) const {
  std::vector<std::size_t> found;
  Point near = point(i);
  for (std::size_t a = 0; a < near.size(); ++a) {
    const std::uint32_t own = near[a];
    // Returns true where this side needs no further search.
    const auto add = [&](std::uint32_t value) {
      near[a] = value;
      const auto there = find(near);
      if (there) found.push_back(*there);
      return there && axes()[a].ordered;
    };
    for (std::uint32_t value = own; value-- > 0;)
      if (add(value)) break;
    for (std::uint32_t value = own + 1; value < axes()[a].values; ++value)
      if (add(value)) break;
    near[a] = own;
  }
  return found;
}

std::vector<std::size_t> SearchSpace::one_axis_away(std::size_t i) const {
  std::vector<std::size_t> found;
  Point other = point(i);
  for (std::size_t a = 0; a < other.size(); ++a) {
    for (other[a] = 0; other[a] < axes()[a].values; ++other[a])
      if (const auto there = find(other); there && *there != i) found.push_back(*there);
    other[a] = point(i)[a];
  }
  return found;
}

SearchSpace SearchSpace::part(const std::vector<std::size_t>& points) const {
  std::vector<Point> chosen;
  for (const std::size_t i : points) chosen.push_back(point(i));
  return {axes(), std::move(chosen)};
}

}  // namespace modlab::tune
