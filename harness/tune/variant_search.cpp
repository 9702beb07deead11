#include "harness/tune/variant_search.h"

#include <algorithm>

#include "kernels/axis.h"

namespace modlab {

Point point_of(const Variant& variant) {
  Point point;
  for (const Axis& axis : variant_axes()) point.push_back(static_cast<std::uint32_t>(axis.index_of(variant).value()));
  return point;
}

std::uint32_t class_of(const Variant& variant) { return static_cast<std::uint32_t>(accuracy_of(variant.algorithm)); }

SearchSpace search_space_of(const std::vector<Variant>& variants) {
  std::vector<SearchAxis> axes;
  for (const Axis& axis : variant_axes())
    axes.push_back({.values = static_cast<std::uint32_t>(axis.values.size()), .ordered = axis.ordered});
  std::vector<Point> points;
  for (const Variant& variant : variants) points.push_back(point_of(variant));
  return {std::move(axes), std::move(points)};
}

SearchRequest search_among(const std::vector<Variant>& variants, std::uint64_t seed,
                           const std::vector<Variant>& starts) {
  SearchRequest request{.space = search_space_of(variants), .classes = {}, .seed = seed, .starts = {}};
  for (const Variant& variant : variants) request.classes.push_back(class_of(variant));
  for (const Variant& start : starts) {
    const auto found = std::ranges::find(variants, start);
    if (found != variants.end()) request.starts.push_back(static_cast<std::size_t>(found - variants.begin()));
  }
  return request;
}

}  // namespace modlab
