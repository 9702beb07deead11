#include "harness/tune/random_forest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "harness/tune/search_map.h"

namespace modlab {
namespace {

/// More of them predict little better, and take longer.
constexpr std::size_t kTrees = 20;

}  // namespace

/// Grows one tree after the other. A node draws an axis and a split of it as often as there are axes,
/// and keeps the split that separates the targets best.
class RandomForest::Growth {
 public:
  Growth(RandomForest& forest, const SearchSpace& space, std::span<const std::size_t> points,
         std::span<const double> targets, std::mt19937_64& random)
      : forest_(forest),
        axes_(space.axes()),
        targets_(targets),
        random_(random),
        values_(axes_.size()),
        members_(points.size()) {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
      for (const std::size_t point : points) values_[axis].push_back(space.point(point)[axis]);
    std::iota(members_.begin(), members_.end(), 0U);
    for (std::uint32_t axis = 0; axis < axes_.size(); ++axis)
      if (std::ranges::any_of(members_, [&](auto member) { return value_of(member, axis) != value_of(0, axis); }))
        varying_.push_back(axis);
  }

  void grow() {
    forest_.roots_.push_back(static_cast<std::uint32_t>(forest_.nodes_.size()));
    forest_.nodes_.emplace_back();
    split(forest_.roots_.back(), members_);
  }

 private:
  struct Split {
    std::uint32_t axis = 0;
    std::uint32_t value = 0;
    double gain = 0;
  };

  [[nodiscard]] std::uint32_t value_of(std::uint32_t member, std::size_t axis) const { return values_[axis][member]; }
  [[nodiscard]] bool is_left(std::uint32_t member, std::size_t axis, std::uint32_t value) const {
    return axes_[axis].ordered ? value_of(member, axis) <= value : value_of(member, axis) == value;
  }

  void split(std::uint32_t node, std::span<std::uint32_t> members) {
    const auto best = find_split(members);
    if (!best) {
      double sum = 0;
      for (const std::uint32_t member : members) sum += targets_[member];
      forest_.nodes_[node].mean = sum / static_cast<double>(members.size());
      return;
    }
    const auto right =
        std::ranges::partition(members, [&](std::uint32_t member) { return is_left(member, best->axis, best->value); });
    const auto left_count = members.size() - right.size();
    const auto left = static_cast<std::uint32_t>(forest_.nodes_.size());
    forest_.nodes_[node] = {best->axis, best->value, left, axes_[best->axis].ordered, 0};
    forest_.nodes_.resize(left + 2);
    split(left, members.first(left_count));
    split(left + 1, members.subspan(left_count));
  }

  std::optional<Split> find_split(std::span<const std::uint32_t> members) {
    const auto [lowest, highest] =
        std::ranges::minmax(members, {}, [&](std::uint32_t member) { return targets_[member]; });
    if (targets_[lowest] == targets_[highest]) return std::nullopt;
    std::optional<Split> best;
    for (std::size_t attempt = 0; attempt < varying_.size(); ++attempt) {
      const std::uint32_t axis = varying_[draw_below(varying_.size(), random_)];
      const std::vector<std::uint32_t>& values = values_[axis];
      std::uint32_t low = values[members.front()];
      std::uint32_t high = low;
      for (const std::uint32_t member : members) {
        low = std::min(low, values[member]);
        high = std::max(high, values[member]);
      }
      if (low == high) continue;
      Split split{.axis = axis};
      if (axes_[axis].ordered) {
        split.value = low + static_cast<std::uint32_t>(draw_below(high - low, random_));
        split.gain = gain_of(members, [&](std::uint32_t member) { return values[member] <= split.value; });
      } else {
        split.value = values[members[draw_below(members.size(), random_)]];
        split.gain = gain_of(members, [&](std::uint32_t member) { return values[member] == split.value; });
      }
      if (!best || split.gain > best->gain) best = split;
    }
    return best;
  }

  /// What the two means explain of the targets, plus a constant.
  template <typename IsLeft>
  [[nodiscard]] double gain_of(std::span<const std::uint32_t> members, const IsLeft& is_left) const {
    std::array<double, 2> sums{};
    std::array<double, 2> counts{};
    for (const std::uint32_t member : members) {
      const std::size_t side = is_left(member) ? 0 : 1;
      sums[side] += targets_[member];
      ++counts[side];
    }
    return sums[0] * sums[0] / counts[0] + sums[1] * sums[1] / counts[1];
  }

  RandomForest& forest_;
  const std::vector<SearchAxis>& axes_;
  std::span<const double> targets_;
  std::mt19937_64& random_;
  std::vector<std::vector<std::uint32_t>> values_;  ///< of each axis, of each point
  std::vector<std::uint32_t> varying_;              ///< the axes on which the points differ
  std::vector<std::uint32_t> members_;              ///< which of the points
};

RandomForest::RandomForest(const SearchSpace& space, std::span<const std::size_t> points,
                           std::span<const double> targets, std::mt19937_64& random) {
  Growth growth(*this, space, points, targets, random);
  for (std::size_t i = 0; i < kTrees; ++i) growth.grow();
}

RandomForest::Prediction RandomForest::predict(const Point& point) const {
  double sum = 0;
  double squares = 0;
  for (const std::uint32_t root : roots_) {
    const Node* node = &nodes_[root];
    while (node->left != 0) {
      const std::uint32_t value = point[node->axis];
      const bool left = node->ordered ? value <= node->value : value == node->value;
      node = &nodes_[node->left + (left ? 0 : 1)];
    }
    sum += node->mean;
    squares += node->mean * node->mean;
  }
  const auto count = static_cast<double>(roots_.size());
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

}  // namespace modlab
