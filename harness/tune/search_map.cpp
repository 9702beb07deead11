#include "harness/tune/search_map.h"

#include <numeric>

namespace modlab::tune {

SearchMap::SearchMap(const SearchRequest& request)
    : space_(request.space), starts_(request.starts), costs_(request.space.size()), unknown_(request.space.size()) {
  std::iota(unknown_.begin(), unknown_.end(), std::size_t{0});
  place_ = unknown_;
  if (space_.size() > 0) starts_.push_back(0);
}

void SearchMap::plan(std::size_t i) {
  planned_.push_back(i);
  place_[unknown_.back()] = place_[i];
  unknown_[place_[i]] = unknown_.back();
  unknown_.pop_back();
  place_[i] = kNowhere;
}

Proposal SearchMap::propose() {
  proposed_ = planned_.front();
  planned_.pop_front();
  return Proposal{proposed_};
}

void SearchMap::learn(std::optional<double> cost) {
  costs_[proposed_] = cost.value_or(std::numeric_limits<double>::infinity());
  evaluated_.push_back(proposed_);
  if (!best_ || costs_[proposed_] < costs_[*best_]) best_ = proposed_;
}

const std::vector<std::size_t>& SearchMap::neighbours(std::size_t i) const {
  const auto [known, is_new] = neighbours_.try_emplace(i);
  if (is_new) known->second = space_.neighbours(i);
  return known->second;
}

const std::vector<std::size_t>& SearchMap::one_axis_away(std::size_t i) const {
  const auto [known, is_new] = one_axis_away_.try_emplace(i);
  if (is_new) known->second = space_.one_axis_away(i);
  return known->second;
}

std::size_t SearchMap::draw_unknown(std::mt19937_64& random) const {
  return unknown_[draw_below(unknown_.size(), random)];
}

std::size_t draw_below(std::size_t count, std::mt19937_64& random) {
  return static_cast<std::size_t>(random() % count);
}

}  // namespace modlab::tune
