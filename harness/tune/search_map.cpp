#include "harness/tune/search_map.h"

#include <algorithm>

namespace modlab {

SearchMap::SearchMap(const SearchRequest& request)
    : space_(request.space), neighbours_(request.space.size()), known_(request.space.size()) {
  for (const Variant& start : request.starts) {
    const auto place = std::ranges::find(space_, start);
    if (place != space_.end()) starts_.push_back(static_cast<std::size_t>(place - space_.begin()));
  }
  if (!space_.empty()) starts_.push_back(0);
}

Proposal SearchMap::propose(std::size_t i) {
  proposed_ = i;
  return Proposal{space_[i]};
}

void SearchMap::learn(const Trial& trial) {
  known_[proposed_] = trial.median_ns.value_or(std::numeric_limits<double>::infinity());
  if (!best_ || cost(proposed_) < cost(*best_)) best_ = proposed_;
}

const std::vector<std::size_t>& SearchMap::neighbours(std::size_t i) const {
  std::vector<std::size_t>& found = neighbours_[i];
  if (found.empty())
    for (std::size_t j = 0; j < size(); ++j)
      if (differing_choices(space_[i], space_[j]) == 1) found.push_back(j);
  return found;
}

std::optional<std::size_t> SearchMap::draw_unknown(std::optional<std::size_t> centre, std::mt19937_64& random) const {
  constexpr int kNear = 3;
  std::vector<std::size_t> unknown;
  std::vector<std::size_t> near;
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_known(i)) continue;
    unknown.push_back(i);
    if (centre && differing_choices(space_[i], space_[*centre]) <= kNear) near.push_back(i);
  }
  const std::vector<std::size_t>& from = near.empty() ? unknown : near;
  if (from.empty()) return std::nullopt;
  return from[draw_below(from.size(), random)];
}

std::size_t draw_below(std::size_t count, std::mt19937_64& random) {
  return static_cast<std::size_t>(random() % count);
}

}  // namespace modlab
