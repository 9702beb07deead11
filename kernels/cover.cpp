#include "kernels/cover.h"

#include <algorithm>
#include <set>
#include <string>

#include "kernels/axis.h"

namespace modlab {
namespace {

/// Every two of a variant's choices, each as one text.
std::vector<std::string> pairs_of(const Variant& variant) {
  std::vector<std::string> choices;
  for (const Axis& axis : variant_axes()) choices.push_back(std::string(axis.name) + '=' + axis.value_of(variant));
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < choices.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) pairs.push_back(choices[i] + ' ' + choices[j]);
  return pairs;
}

}  // namespace

std::vector<Variant> pairwise_cover(const std::vector<Variant>& variants) {
  std::vector<std::vector<std::string>> pairs;
  std::set<std::string> missing;
  for (const Variant& variant : variants) {
    pairs.push_back(pairs_of(variant));
    missing.insert(pairs.back().begin(), pairs.back().end());
  }
  // Greedily the variant that adds the most pairs, until none is missing.
  std::vector<Variant> cover;
  while (!missing.empty()) {
    const auto best = std::ranges::max_element(pairs, {}, [&](const std::vector<std::string>& of_variant) {
      return std::ranges::count_if(of_variant, [&](const std::string& pair) { return missing.contains(pair); });
    });
    for (const std::string& pair : *best) missing.erase(pair);
    cover.push_back(variants[static_cast<std::size_t>(best - pairs.begin())]);
  }
  return cover;
}

}  // namespace modlab
