#include "harness/tune/search_map.h"

namespace modlab {

SearchMap::SearchMap(const SearchRequest& request)
    : space_(request.space), starts_(request.starts), neighbours_(request.space.size()), known_(request.space.size()) {
  if (space_.size() > 0) starts_.push_back(0);
}

Proposal SearchMap::propose(std::size_t i) {
  proposed_ = i;
  return Proposal{i};
}

void SearchMap::learn(std::optional<double> cost) {
  known_[proposed_] = cost.value_or(std::numeric_limits<double>::infinity());
  if (!best_ || *known_[proposed_] < *known_[*best_]) best_ = proposed_;
}

const std::vector<std::size_t>& SearchMap::neighbours(std::size_t i) const {
  if (!neighbours_[i]) neighbours_[i] = space_.neighbours(i);
  return *neighbours_[i];
}

std::optional<std::size_t> SearchMap::draw_unknown(std::optional<std::size_t> centre, std::mt19937_64& random) const {
  constexpr std::size_t kNear = 3;
  std::vector<std::size_t> unknown;
  std::vector<std::size_t> near;
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_known(i)) continue;
    unknown.push_back(i);
    if (centre && space_.distance(i, *centre) <= kNear) near.push_back(i);
  }
  const std::vector<std::size_t>& from = near.empty() ? unknown : near;
  if (from.empty()) return std::nullopt;
  return from[draw_below(from.size(), random)];
}

std::size_t draw_below(std::size_t count, std::mt19937_64& random) {
  return static_cast<std::size_t>(random() % count);
}

}  // namespace modlab
