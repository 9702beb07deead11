#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "kernels/space.h"

namespace modlab::tune {

/// The points that a search may choose from, numbered from 0. It does not know what they stand for: our variants, or
/// another project's recorded configurations. Copies share them.
class SearchSpace {
 public:
  SearchSpace() = default;
  /// The points must be unique. Throws Error where the axes have more combinations than 64 bits can number.
  SearchSpace(std::vector<SearchAxis> axes, std::vector<Point> points);

  [[nodiscard]] const std::vector<SearchAxis>& axes() const { return shared_->axes; }
  [[nodiscard]] std::size_t size() const { return shared_->points.size(); }
  [[nodiscard]] const Point& point(std::size_t i) const { return shared_->points[i]; }
  [[nodiscard]] std::optional<std::size_t> find(const Point& point) const;

  /// Whether any of its points has this value.
  [[nodiscard]] bool has(std::size_t axis, std::uint32_t value) const { return shared_->has[axis][value]; }

  /// The points one step away: they differ on a single axis. On an ordered axis, that is the nearest value on either
  /// side that the space has.
  [[nodiscard]] std::vector<std::size_t> neighbours(std::size_t i) const;

  /// All points that differ on a single axis, by however much.
  [[nodiscard]] std::vector<std::size_t> one_axis_away(std::size_t i) const;

  /// A space of some of the points, renumbered in their order here.
  [[nodiscard]] SearchSpace part(const std::vector<std::size_t>& points) const;

 private:
  struct Shared {
    std::vector<SearchAxis> axes;
    std::vector<Point> points;
    std::vector<std::uint64_t> strides{};  ///< of each axis in the number of a combination
    std::vector<std::vector<bool>> has{};  ///< of each axis, each value
    std::unordered_map<std::uint64_t, std::size_t> by_combination{};

    /// The number of a combination among all those of the axes, whether or not it is a point of the space.
    [[nodiscard]] std::uint64_t combination(const Point& point) const;
  };
  std::shared_ptr<const Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace modlab::tune
