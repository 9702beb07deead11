#include <cmath>

#include "harness/tune/search_map.h"
#include "harness/tune/strategies.h"

namespace modlab {
namespace {

/// Temperatures: a step that is worse by this share is taken with a probability of 1/e. The hot one covers most of the
/// differences between points, the cold one is below the noise; then the search reheats at the best point so far.
constexpr double kHot = 0.3;
constexpr double kCold = 0.003;
/// The factor of the temperature per step: about a hundred steps from hot to cold.
constexpr double kCooling = 0.955;

/// Moves to a random neighbour: always if it is better, and less and less often if it is not.
class Annealing : public Strategy {
 public:
  explicit Annealing(const SearchRequest& request) : map_(request), random_(request.seed) {
    if (!map_.starts().empty()) here_ = map_.starts().front();
  }

  std::optional<Proposal> next() override {
    if (!here_) return std::nullopt;
    if (!map_.is_known(*here_)) return map_.propose(*here_);
    // Steps among known points cost nothing, so take many of them before giving up on this region.
    for (std::size_t free_steps = 0; free_steps < map_.size(); ++free_steps) {
      if (!candidate_) candidate_ = draw_neighbour();
      if (!candidate_) break;
      if (!map_.is_known(*candidate_)) return map_.propose(*candidate_);
      step();
    }
    here_ = map_.draw_unknown(std::nullopt, random_);
    candidate_.reset();
    if (!here_) return std::nullopt;
    return map_.propose(*here_);
  }

  void learn(std::optional<double> cost) override { map_.learn(cost); }

  std::vector<std::size_t> likely_next(std::size_t) const override { return {}; }

 private:
  std::optional<std::size_t> draw_neighbour() {
    const std::vector<std::size_t>& around = map_.neighbours(*here_);
    if (around.empty()) return std::nullopt;
    return around[draw_below(around.size(), random_)];
  }

  void step() {
    const double worse = map_.cost(*candidate_) / map_.cost(*here_) - 1;
    const double dice = std::ldexp(static_cast<double>(random_() >> 11), -53);
    if (worse < 0 || dice < std::exp(-worse / temperature_)) here_ = candidate_;
    candidate_.reset();
    temperature_ *= kCooling;
    if (temperature_ < kCold) {
      temperature_ = kHot;
      here_ = map_.best();
    }
  }

  SearchMap map_;
  std::mt19937_64 random_;
  std::optional<std::size_t> here_;
  std::optional<std::size_t> candidate_;  ///< the neighbour being considered
  double temperature_ = kHot;
};

}  // namespace

std::unique_ptr<Strategy> make_annealing(const SearchRequest& request) { return std::make_unique<Annealing>(request); }

}  // namespace modlab
