#include "harness/tune/variant_search.h"

#include <algorithm>
#include <iterator>

#include "kernels/axis.h"
#include "kernels/kernel_file.h"

namespace modlab::tune {
namespace {

/// Whether an axis's values follow each other as numbers do.
bool has_numbers(const KernelFile::Axis& axis) {
  return std::ranges::all_of(
      axis.values, [](const std::string& value) { return value.find_first_not_of("0123456789") == std::string::npos; });
}

}  // namespace

Point point_of(const Variant& variant, const Kernels& kernels) {
  Point point;
  // A user's kernel may have values of its own, for example of threads; its own axes tell its variants apart.
  for (const Axis& axis : variant_axes())
    point.push_back(static_cast<std::uint32_t>(variant.kernel != nullptr ? axis.index_of(variant).value_or(0)
                                                                         : axis.index_of(variant).value()));
  if (kernels.empty()) return point;
  const auto which = std::ranges::find(kernels, variant.kernel);
  point.push_back(variant.kernel != nullptr ? static_cast<std::uint32_t>(which - kernels.begin()) + 1 : 0);
  for (const KernelFile* kernel : kernels)
    for (std::size_t i = 0; i < kernel->axes.size(); ++i)
      point.push_back(kernel == variant.kernel ? variant.values[i] : 0u);
  return point;
}

std::uint32_t class_of(const Variant& variant) { return static_cast<std::uint32_t>(accuracy_of(variant)); }

SearchSpace search_space_of(const std::vector<Variant>& variants, const Kernels& kernels) {
  std::vector<SearchAxis> axes;
  for (const Axis& axis : variant_axes())
    axes.push_back({.values = static_cast<std::uint32_t>(axis.values.size()), .ordered = axis.ordered});
  if (!kernels.empty()) axes.push_back({.values = static_cast<std::uint32_t>(kernels.size()) + 1});
  for (const KernelFile* kernel : kernels)
    for (const KernelFile::Axis& axis : kernel->axes)
      axes.push_back({.values = static_cast<std::uint32_t>(axis.values.size()), .ordered = has_numbers(axis)});
  std::vector<Point> points;
  for (const Variant& variant : variants) points.push_back(point_of(variant, kernels));
  return {std::move(axes), std::move(points)};
}

std::vector<Variant> spread_of(const std::vector<Variant>& space, const Kernels& kernels) {
  constexpr std::size_t kOfEach = 4;
  std::vector<Variant> spread;
  for (const KernelFile* kernel : kernels) {
    std::vector<Variant> own;
    std::ranges::copy_if(space, std::back_inserter(own),
                         [&](const Variant& variant) { return variant.kernel == kernel; });
    const std::size_t count = std::min(kOfEach, own.size());
    for (std::size_t i = 0; i < count; ++i) spread.push_back(own[i * own.size() / count]);
  }
  return spread;
}

SearchRequest search_among(const std::vector<Variant>& variants, std::uint64_t seed, const std::vector<Variant>& starts,
                           const Kernels& kernels) {
  SearchRequest request{.space = search_space_of(variants, kernels), .classes = {}, .seed = seed, .starts = {}};
  for (const Variant& variant : variants) request.classes.push_back(class_of(variant));
  for (const Variant& start : starts) {
    const auto found = std::ranges::find(variants, start);
    if (found != variants.end()) request.starts.push_back(static_cast<std::size_t>(found - variants.begin()));
  }
  return request;
}

}  // namespace modlab::tune
