#pragma once

#include <optional>
#include <span>
#include <vector>

namespace modlab::gui {

/// A rectangle in pixels.
struct LabelBox {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;

  [[nodiscard]] bool overlaps(const LabelBox& other) const {
    return x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height;
  }
  [[nodiscard]] bool contains(const LabelBox& other) const {
    return other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height;
  }
};

/// A text of this size for a point.
struct PointLabel {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
};

/// A place beside its point for each label, the first ones choosing first, so that all lie within the area and no two
/// overlap; nothing where there is no room.
std::vector<std::optional<LabelBox>> place_labels(std::span<const PointLabel> labels, const LabelBox& area, float gap);

}  // namespace modlab::gui
