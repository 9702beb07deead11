#include <algorithm>
#include <iterator>
#include <numeric>

#include "harness/tune/search_map.h"
#include "harness/tune/strategies.h"

namespace modlab {
namespace {

/// Evaluates the given starts first, or points drawn from the whole space. From the best of these it moves to the first
/// better neighbour until there is none; then it restarts near the best point so far, or anywhere.
class HillClimbing : public Strategy {
 public:
  explicit HillClimbing(const SearchRequest& request) : map_(request), random_(request.seed), initial_(map_.starts()) {
    if (!request.starts.empty()) return;
    std::vector<std::size_t> all(map_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    shuffle(all, random_);
    all.resize(std::min(all.size(), std::max(kMinDrawn, map_.size() / kDrawnShare)));
    initial_.insert(initial_.end(), all.begin(), all.end());
  }

  std::optional<Proposal> next() override {
    for (; evaluated_ < initial_.size(); ++evaluated_)
      if (!map_.is_known(initial_[evaluated_])) return map_.propose(initial_[evaluated_]);
    while (true) {
      if (!choose_start()) return std::nullopt;
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
    std::vector<std::size_t> candidates(initial_.begin() + static_cast<std::ptrdiff_t>(evaluated_), initial_.end());
    candidates.insert(candidates.end(), around_.rbegin(), around_.rend());
    // The climb starts here unless a better point is found.
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

  /// Makes sure that there is a point to climb from; false when every point is known.
  bool choose_start() {
    if (here_) return true;
    if (!climbed_) {
      climbed_ = true;
      here_ = map_.best();
      if (here_) return true;
    }
    // Near the best point, most values are right already; elsewhere there may be a higher hill.
    const bool near = draw_below(2, random_) == 0;
    here_ = map_.draw_unknown(near ? map_.best() : std::nullopt, random_);
    return here_.has_value();
  }

  // In recorded spaces, 1/25 of the points was enough to start on the right hill; docs/tuning.md shows one.
  static constexpr std::size_t kDrawnShare = 25;
  static constexpr std::size_t kMinDrawn = 8;

  SearchMap map_;
  std::mt19937_64 random_;
  std::vector<std::size_t> initial_;  ///< points to evaluate before climbing
  std::size_t evaluated_ = 0;         ///< of the initial points
  bool climbed_ = false;
  std::optional<std::size_t> here_;
  std::vector<std::size_t> around_;  ///< neighbours of here_ that may be better, the next at the back
};

}  // namespace

std::unique_ptr<Strategy> make_hill_climbing(const SearchRequest& request) {
  return std::make_unique<HillClimbing>(request);
}

}  // namespace modlab
