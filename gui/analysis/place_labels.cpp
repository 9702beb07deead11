#include "gui/analysis/place_labels.h"

#include <algorithm>

namespace modlab::gui {

std::vector<std::optional<LabelBox>> place_labels(std::span<const PointLabel> labels, const LabelBox& area, float gap) {
  constexpr int kMostLinesAway = 4;
  std::vector<std::optional<LabelBox>> placed;
  const auto is_free = [&](const LabelBox& box) {
    return area.contains(box) &&
           std::ranges::none_of(placed, [&](const auto& other) { return other && other->overlaps(box); });
  };
  const auto find = [&](const PointLabel& label) -> std::optional<LabelBox> {
    for (int away = 0; away <= kMostLinesAway; ++away)
      for (const int lines : {away, -away})       // below before above: the fastest points are at the top
        for (const bool right : {false, true}) {  // the lines of a Pareto front go to the right
          const LabelBox box{.x = right ? label.x + gap : label.x - gap - label.width,
                             .y = label.y - label.height / 2 + static_cast<float>(lines) * label.height,
                             .width = label.width,
                             .height = label.height};
          if (is_free(box)) return box;
        }
    return std::nullopt;
  };
  for (const PointLabel& label : labels) placed.push_back(find(label));
  return placed;
}

}  // namespace modlab::gui
