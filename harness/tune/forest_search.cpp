#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

#include "harness/tune/axis_effects.h"
#include "harness/tune/random_forest.h"
#include "harness/tune/search_map.h"
#include "harness/tune/strategies.h"

namespace modlab {
namespace {

/// Of the first n evaluations, this times the root of n are draws: eight of the first ten, sixteen of the first forty.
/// A small budget gets few of them, whatever the size of the space.
constexpr double kDrawsPerRoot = 2.5;
/// In the long run one in so many is drawn: no model knows what it has never seen.
constexpr double kDrawEvery = 10;
/// A draw takes the one of so many random points whose values are the rarest among earlier draws, so that a few draws
/// show every value, also those of which the space has few points.
constexpr std::size_t kDrawnFrom = 128;
/// A model is asked about so many random points, and the neighbours of the best known ones.
constexpr std::size_t kRandomCandidates = 500;
constexpr std::size_t kCentres = 10;
/// Growing a forest takes longer the more points are known, so each makes a proposal for so many of them.
constexpr std::size_t kKnownPerProposal = 16;
/// Of so many that the effects of single values promise the most, the one with the rarest values is tried: many differ
/// only on axes that do not matter.
constexpr std::size_t kAlike = 8;
/// A forest's predictions are lowered by one of these times their deviation: from greedy to curious.
constexpr std::array<double, 4> kCuriosity{0.5, 1, 2, 4};
/// Promising points that are named for preparing ahead, beyond those proposed.
constexpr std::size_t kRunnersUp = 8;

/// A point and what a model expects of it, the lower the better.
struct Promise {
  double cost;
  std::size_t point;
};

/// How often each value of each axis was chosen.
class ValueCounts {
 public:
  explicit ValueCounts(const SearchSpace& space) : values_(space.axes().size(), 0) {
    for (const SearchAxis& axis : space.axes()) counts_.emplace_back(axis.values, 0.0);
    for (std::size_t i = 0; i < space.size(); ++i) add(space.point(i));
    for (std::size_t a = 0; a < counts_.size(); ++a) {
      values_[a] = static_cast<double>(counts_[a].size()) - static_cast<double>(std::ranges::count(counts_[a], 0.0));
      std::ranges::fill(counts_[a], 0.0);
    }
  }
  void add(const Point& point) {
    for (std::size_t a = 0; a < counts_.size(); ++a) ++counts_[a][point[a]];
  }
  /// How common the values of a point are, each relative to an even spread.
  [[nodiscard]] double commonness(const Point& point) const {
    double sum = 0;
    for (std::size_t a = 0; a < counts_.size(); ++a) sum += counts_[a][point[a]] * values_[a];
    return sum;
  }

 private:
  std::vector<std::vector<double>> counts_;
  std::vector<double> values_;  ///< how many of each axis the space has
};

/// Draws points that show every value of every axis, ever more rarely, and in between tries in turn a neighbour of the
/// best point, what the effects of single values promise, and what a forest hopes for.
class ForestSearch : public Strategy {
 public:
  explicit ForestSearch(const SearchRequest& request)
      : map_(request), random_(request.seed), drawn_values_(map_.space()), tried_values_(map_.space()) {
    for (const std::size_t start : map_.starts()) drawn_values_.add(map_.space().point(start));
    if (map_.size() > 0) prepare_draw();
  }

  std::optional<Proposal> next() override {
    if (map_.unknown().empty()) return std::nullopt;
    return map_.propose(choose());
  }

  void learn(std::optional<double> cost) override {
    map_.learn(cost);
    tried_values_.add(map_.space().point(map_.evaluated().back()));
  }

  std::vector<std::size_t> likely_next(std::size_t count) const override {
    std::vector<std::size_t> likely;
    const auto add = [&](std::size_t i) {
      if (likely.size() < count && !map_.is_known(i) && std::ranges::find(likely, i) == likely.end())
        likely.push_back(i);
    };
    std::ranges::for_each(map_.starts(), add);
    if (draw_) add(*draw_);
    for (std::size_t i = 0; i < std::max(promising_.size(), around_.size()); ++i) {
      if (i < promising_.size()) add(promising_[i]);
      if (i < around_.size()) add(around_[around_.size() - 1 - i]);
    }
    return likely;
  }

 private:
  std::size_t choose() {
    for (const std::size_t start : map_.starts())
      if (!map_.is_known(start)) return start;
    const auto known = static_cast<double>(map_.evaluated().size());
    if (static_cast<double>(drawn_) < std::max(kDrawsPerRoot * std::sqrt(known), known / kDrawEvery)) return draw();
    const std::size_t turn = turn_++ % 4;
    if (turn % 2 == 1)
      if (const auto near = next_around_best()) return *near;
    return turn < 2 ? most_promising_by_effects() : most_promising_by_forest();
  }

  std::size_t draw() {
    if (map_.is_known(*draw_)) prepare_draw();
    const std::size_t chosen = *draw_;
    ++drawn_;
    drawn_values_.add(map_.space().point(chosen));
    prepare_draw();
    return chosen;
  }

  /// Draws one ahead, so that it can be compiled ahead.
  void prepare_draw() {
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < kDrawnFrom; ++i) points.push_back(map_.draw_unknown(random_));
    draw_ = rarest(points, drawn_values_);
  }

  /// The point whose values were chosen least so far.
  [[nodiscard]] std::size_t rarest(const std::vector<std::size_t>& points, const ValueCounts& chosen) const {
    return std::ranges::min(points, {}, [&](std::size_t i) { return chosen.commonness(map_.space().point(i)); });
  }

  /// In the long run, this is a full look at the neighbourhood of the best point.
  std::optional<std::size_t> next_around_best() {
    if (centre_ != map_.best()) {
      centre_ = map_.best();
      around_ = map_.neighbours(*centre_);
      shuffle(around_, random_);
    }
    while (!around_.empty() && map_.is_known(around_.back())) around_.pop_back();
    if (around_.empty()) return std::nullopt;
    return around_.back();
  }

  std::size_t most_promising_by_effects() {
    const AxisEffects effects(map_.space(), map_.evaluated(), targets(), random_);
    return rarest(most_promising([&](const Point& point) { return effects.predict(point); }, kAlike), tried_values_);
  }

  std::size_t most_promising_by_forest() {
    while (proposals_left_ > 0 && !promising_.empty()) {
      const std::size_t point = promising_.front();
      promising_.erase(promising_.begin());
      --proposals_left_;
      if (!map_.is_known(point)) return point;
    }
    const RandomForest forest(map_.space(), map_.evaluated(), targets(), random_);
    const double curiosity = kCuriosity[draw_below(kCuriosity.size(), random_)];
    proposals_left_ = std::max<std::size_t>(1, map_.evaluated().size() / kKnownPerProposal);
    promising_ = most_promising(
        [&](const Point& point) {
          const RandomForest::Prediction prediction = forest.predict(point);
          return prediction.mean - curiosity * prediction.deviation;
        },
        proposals_left_ + kRunnersUp);
    const std::size_t point = promising_.front();
    promising_.erase(promising_.begin());
    --proposals_left_;
    return point;
  }

  /// What the models learn of each evaluated point: ranks rather than costs, which may span orders of magnitude, spread
  /// out towards the best.
  [[nodiscard]] std::vector<double> targets() const {
    const std::vector<std::size_t>& points = map_.evaluated();
    const auto cost = [&](std::size_t which) { return map_.cost(points[which]); };
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, cost);
    std::vector<double> targets(points.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      // Equal costs share a rank, as do all that failed.
      const bool ties = rank > 0 && cost(order[rank]) == cost(order[rank - 1]);
      const double share = (static_cast<double>(rank) + 0.5) / static_cast<double>(points.size());
      targets[order[rank]] = ties ? targets[order[rank - 1]] : -std::sqrt(-std::log(share));
    }
    return targets;
  }

  /// The points of which `expect` expects the least cost, at least one.
  template <typename Expect>
  std::vector<std::size_t> most_promising(const Expect& expect, std::size_t count) {
    std::vector<Promise> promises;
    for (const std::size_t i : candidates()) promises.push_back({expect(map_.space().point(i)), i});
    shuffle(promises, random_);  // equals in any order
    count = std::min(count, promises.size());
    std::ranges::partial_sort(promises, promises.begin() + static_cast<std::ptrdiff_t>(count), {}, &Promise::cost);
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(promises[i].point);
    return points;
  }

  /// Unknown points, none twice; at least one.
  std::vector<std::size_t> candidates() {
    if (map_.unknown().size() <= kRandomCandidates) return map_.unknown();
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < kRandomCandidates; ++i) found.push_back(map_.draw_unknown(random_));
    std::vector<std::size_t> centres = map_.evaluated();
    const std::size_t count = std::min(kCentres, centres.size());
    std::ranges::partial_sort(centres, centres.begin() + static_cast<std::ptrdiff_t>(count), {},
                              [&](std::size_t i) { return map_.cost(i); });
    for (std::size_t i = 0; i < count; ++i)
      std::ranges::copy_if(map_.space().one_axis_away(centres[i]), std::back_inserter(found),
                           [&](std::size_t neighbour) { return !map_.is_known(neighbour); });
    std::ranges::sort(found);
    const auto again = std::ranges::unique(found);
    found.erase(again.begin(), again.end());
    return found;
  }

  SearchMap map_;
  std::mt19937_64 random_;
  ValueCounts drawn_values_;
  ValueCounts tried_values_;
  std::size_t drawn_ = 0;
  std::optional<std::size_t> draw_;     ///< the next one
  std::size_t turn_ = 0;                ///< whose it was
  std::optional<std::size_t> centre_;   ///< of the points in around_
  std::vector<std::size_t> around_;     ///< neighbours of the centre, the next at the back
  std::vector<std::size_t> promising_;  ///< what the last forest hopes for, the next first
  std::size_t proposals_left_ = 0;      ///< of these, before there is another forest
};

}  // namespace

std::unique_ptr<Strategy> make_forest_search(const SearchRequest& request) {
  return std::make_unique<ForestSearch>(request);
}

}  // namespace modlab
