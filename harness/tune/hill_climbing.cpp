#include <algorithm>
#include <iterator>
#include <numeric>

#include "harness/tune/search_map.h"
#include "harness/tune/strategies.h"

namespace modlab {
namespace {

/// Looks around first: at the starts it was given, or at points drawn from all over the space. From the best of these
/// it walks to the first neighbour that is better, until none is; then starts anew near the best so far, or anywhere.
class HillClimbing : public Strategy {
 public:
  explicit HillClimbing(const SearchRequest& request) : map_(request), random_(request.seed), first_(map_.starts()) {
    if (!request.starts.empty()) return;
    std::vector<std::size_t> all(map_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    shuffle(all, random_);
    all.resize(std::min(all.size(), std::max(kLeastDrawn, map_.size() / kDrawnShare)));
    first_.insert(first_.end(), all.begin(), all.end());
  }

  std::optional<Proposal> next() override {
    for (; looked_ < first_.size(); ++looked_)
      if (!map_.is_known(first_[looked_])) return map_.propose(first_[looked_]);
    while (true) {
      if (!stand()) return std::nullopt;
      if (!map_.is_known(*here_)) return map_.propose(*here_);
      if (around_.empty()) {
        around_ = map_.neighbours(*here_);
        shuffle(around_, random_);
      }
      while (!around_.empty() && map_.is_known(around_.back()) && !better(around_.back())) around_.pop_back();
      if (around_.empty()) {
        here_.reset();
      } else if (map_.is_known(around_.back())) {
        here_ = around_.back();
        around_.clear();
      } else {
        return map_.propose(around_.back());
      }
    }
  }

  void learn(std::optional<double> cost) override { map_.learn(cost); }

  std::vector<std::size_t> likely_next(std::size_t count) const override {
    std::vector<std::size_t> candidates(first_.begin() + static_cast<std::ptrdiff_t>(looked_), first_.end());
    candidates.insert(candidates.end(), around_.rbegin(), around_.rend());
    // Unless a better one is still found, the climb begins here.
    if (!climbed_ && map_.best()) std::ranges::copy(map_.neighbours(*map_.best()), std::back_inserter(candidates));
    std::vector<std::size_t> likely;
    for (const std::size_t i : candidates) {
      if (likely.size() == count) break;
      if (!map_.is_known(i) && std::ranges::find(likely, i) == likely.end()) likely.push_back(i);
    }
    return likely;
  }

 private:
  [[nodiscard]] bool better(std::size_t i) const { return map_.cost(i) < map_.cost(*here_); }

  /// Makes sure that there is a point to stand on; false when every one is known.
  bool stand() {
    if (here_) return true;
    if (!climbed_) {
      climbed_ = true;
      here_ = map_.best();
      if (here_) return true;
    }
    // Near the best, most choices are right already; elsewhere there may be a higher hill.
    const bool near = draw_below(2, random_) == 0;
    here_ = map_.draw_unknown(near ? map_.best() : std::nullopt, random_);
    return here_.has_value();
  }

  // Of recorded spaces a twenty-fifth was enough to begin on the right hill; docs/tuning.md shows one.
  static constexpr std::size_t kDrawnShare = 25;
  static constexpr std::size_t kLeastDrawn = 8;

  SearchMap map_;
  std::mt19937_64 random_;
  std::vector<std::size_t> first_;  ///< to look at before climbing
  std::size_t looked_ = 0;
  bool climbed_ = false;
  std::optional<std::size_t> here_;
  std::vector<std::size_t> around_;  ///< neighbours of here_ that may be better, the next at the back
};

}  // namespace

std::unique_ptr<Strategy> make_hill_climbing(const SearchRequest& request) {
  return std::make_unique<HillClimbing>(request);
}

}  // namespace modlab
