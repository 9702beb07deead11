#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "harness/tune/axis_effects.h"
#include "harness/tune/gaussian_process.h"
#include "harness/tune/rank_targets.h"
#include "harness/tune/search_map.h"
#include "harness/tune/strategies.h"

namespace modlab::tune {
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
/// The process learns at most so many points, half of them the best, the others any. It learns again when the known
/// ones have become more by one in so many, and until then makes as many proposals of what it knows.
constexpr std::size_t kLearned = 100;
constexpr std::size_t kKnownPerProposal = 32;
/// Of so many that the effects of single values promise the most, the one with the rarest values is tried: many differ
/// only on axes that do not matter.
constexpr std::size_t kAlike = 8;
/// With hints, a search starts with so many of the points that they call the best, and as if so many draws had been
/// made: these would show what the hints have shown. Beside what the search itself has seen, all hints weigh as much as
/// so many points, so that it soon knows better. After so many evaluations it asks whether they are right at all.
constexpr std::size_t kHintedStarts = 6;
constexpr double kHintsForDraws = 10;
constexpr double kHintsWeight = 12;
constexpr std::size_t kHintsDoubtedAfter = 6;
/// Evaluations take the same time where it is within this power of two of the usual.
constexpr double kSameTime = 0.5;
/// Promising points that are named for preparing ahead, beyond those proposed.
constexpr std::size_t kRunnersUp = 8;

/// A point and what a model expects of it, the lower the better.
struct Promise {
  double cost;
  std::size_t point;
};

/// 0 where either does not vary.
double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto count = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / count;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / count;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

/// How often each value of each axis was chosen.
class ValueCounts {
 public:
  explicit ValueCounts(const SearchSpace& space) : values_(space.axes().size(), 0) {
    for (std::size_t a = 0; a < values_.size(); ++a) {
      counts_.emplace_back(space.axes()[a].values, 0.0);
      for (std::uint32_t value = 0; value < space.axes()[a].values; ++value) values_[a] += space.has(a, value) ? 1 : 0;
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

/// Some points of a space. A bit for each point is sorted many times as fast as a list of hundreds.
class PointSet {
 public:
  explicit PointSet(std::size_t space) : words_((space + kBits - 1) / kBits, 0) {}
  void add(std::size_t point) { words_[point / kBits] |= std::uint64_t{1} << (point % kBits); }
  /// In ascending order.
  [[nodiscard]] std::vector<std::size_t> members() const {
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
        points.push_back(i * kBits + static_cast<std::size_t>(std::countr_zero(rest)));
    return points;
  }

 private:
  static constexpr std::size_t kBits = 64;
  std::vector<std::uint64_t> words_;
};

/// Draws points that show every value of every axis, ever more rarely, and in between tries in turn what the effects of
/// single values promise, what a Gaussian process expects to gain the most, and, every second time, a neighbour of the
/// best point.
class BayesSearch : public Strategy {
 public:
  explicit BayesSearch(const SearchRequest& request)
      : map_(with_hinted_starts(request)),
        lead_(request.lead),
        random_(request.seed),
        drawn_values_(map_.space()),
        tried_values_(map_.space()),
        process_(map_.space()),
        hints_(request.hints) {
    double whole = 0;
    for (const Hint& hint : hints_) whole += hint.weight;
    for (Hint& hint : hints_) hint.weight *= kHintsWeight / whole;
    if (!hints_.empty()) hinted_.emplace(map_.space().axes(), observations_of_hints(1), random_);
    for (const std::size_t start : map_.starts()) drawn_values_.add(map_.space().point(start));
    if (map_.size() > 0) prepare_draw();
  }

  std::optional<Proposal> next() override {
    while (map_.planned().size() <= lead_ && !map_.unknown().empty()) map_.plan(choose());
    if (map_.planned().empty()) return std::nullopt;
    return map_.propose();
  }

  void learn(std::optional<double> cost) override {
    map_.learn(cost);
    if (hinted_) trust_ = trust_in_hints();
    tried_values_.add(map_.space().point(map_.evaluated().back()));
  }

  void took(double times_usual) override {
    times_.push_back({.point = &map_.space().point(map_.evaluated().back()), .target = std::log2(times_usual)});
    times_differ_ = times_differ_ || std::abs(times_.back().target) > kSameTime;
  }

  void suggest(const Point& point) override { suggested_ = point; }

  std::vector<std::size_t> likely_next(std::size_t count) const override {
    std::vector<std::size_t> likely;
    const auto add = [&](std::size_t i) {
      if (likely.size() < count && map_.is_unknown(i) && std::ranges::find(likely, i) == likely.end())
        likely.push_back(i);
    };
    likely.assign(map_.planned().begin(), map_.planned().end());
    std::ranges::for_each(map_.starts(), add);
    if (draw_) add(*draw_);
    for (std::size_t i = 0; i < std::max({promising_.size(), around_.size(), alike_.size()}); ++i) {
      if (i < around_.size()) add(around_[i]);
      if (i < promising_.size()) add(promising_[i]);
      if (i < alike_.size()) add(alike_[i]);
    }
    return likely;
  }

 private:
  /// The request, with what hints call the best as its last starts: the best of each teacher, then the second best, and
  /// so on. First those that are points of the space.
  static SearchRequest with_hinted_starts(SearchRequest request) {
    std::map<std::uint32_t, std::vector<const Hint*>> teachers;
    for (const Hint& hint : request.hints) teachers[hint.teacher].push_back(&hint);
    std::size_t most = 0;
    for (auto& [teacher, hints] : teachers) {
      std::ranges::stable_sort(hints, {}, &Hint::target);
      most = std::max(most, hints.size());
    }
    const std::size_t enough = request.starts.size() + kHintedStarts;
    const auto add = [&](std::size_t start) {
      if (request.starts.size() < enough && std::ranges::find(request.starts, start) == request.starts.end())
        request.starts.push_back(start);
    };
    for (std::size_t rank = 0; rank < most && request.starts.size() < enough; ++rank) {
      for (const auto& [teacher, hints] : teachers)
        if (rank < hints.size())
          if (const auto same = request.space.find(hints[rank]->point)) add(*same);
      for (const auto& [teacher, hints] : teachers)
        if (rank < hints.size()) std::ranges::for_each(points_like(request.space, hints[rank]->point), add);
    }
    return request;
  }

  /// Where the space has none of a point's values on an axis, as another type has other algorithms: the points that
  /// differ from it on that axis alone.
  static std::vector<std::size_t> points_like(const SearchSpace& space, const Point& point) {
    std::vector<std::size_t> found;
    for (std::size_t a = 0; a < space.axes().size(); ++a) {
      if (space.has(a, point[a])) continue;
      Point other = point;
      for (other[a] = 0; other[a] < space.axes()[a].values; ++other[a])
        if (const auto there = space.find(other)) found.push_back(*there);
    }
    return found;
  }

  std::size_t choose() {
    for (const std::size_t start : map_.starts())
      if (map_.is_unknown(start)) return start;
    if (suggested_ && map_.best())
      if (const auto like = like_suggested()) return *like;
    const auto chosen = static_cast<double>(map_.evaluated().size() + map_.planned().size());
    const double drawn = static_cast<double>(drawn_) + kHintsForDraws * trust_;
    if (map_.evaluated().empty() || drawn < std::max(kDrawsPerRoot * std::sqrt(chosen), chosen / kDrawEvery))
      return draw();
    const std::size_t turn = turn_++ % 4;
    if (turn % 2 == 1)
      if (const auto near = next_around_best()) return *near;
    return turn < 2 ? most_promising_by_effects() : most_promising_by_process();
  }

  /// The point suggested, with the best one's value where the space has none of its own; nothing if that was tried.
  std::optional<std::size_t> like_suggested() {
    Point like = *std::exchange(suggested_, std::nullopt);
    for (std::size_t a = 0; a < like.size(); ++a)
      if (!map_.space().has(a, like[a])) like[a] = map_.space().point(*map_.best())[a];
    const auto point = map_.space().find(like);
    return point && map_.is_unknown(*point) ? point : std::nullopt;
  }

  std::size_t draw() {
    if (!map_.is_unknown(*draw_)) prepare_draw();
    const std::size_t chosen = *draw_;
    ++drawn_;
    drawn_values_.add(map_.space().point(chosen));
    prepare_draw();
    return chosen;
  }

  /// Draws one ahead, so that it can be compiled ahead. More would know less of what was drawn in the meantime.
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
    around_.clear();
    std::ranges::copy_if(map_.neighbours(*map_.best()), std::back_inserter(around_),
                         [&](std::size_t neighbour) { return map_.is_unknown(neighbour); });
    if (around_.empty()) return std::nullopt;
    if (map_.evaluated().size() >= learned_ + proposals_per_lesson()) teach_process();
    around_ = by_expected_gain(around_, around_.size());
    return around_.front();
  }

  std::size_t most_promising_by_effects() {
    const std::vector<double> own = targets();
    std::vector<AxisEffects::Observation> seen;
    for (std::size_t i = 0; i < own.size(); ++i)
      seen.push_back({.point = &map_.space().point(map_.evaluated()[i]), .target = own[i]});
    std::ranges::copy(observations_of_hints(trust_), std::back_inserter(seen));
    const AxisEffects effects(map_.space().axes(), seen, random_);
    std::vector<Promise> promises;
    for (const std::size_t i : candidates()) promises.push_back({effects.predict(map_.space().point(i)), i});
    alike_ = lowest(promises, kAlike);
    const std::vector<double> times = expected_times(alike_);
    std::vector<std::size_t> quickest;
    for (std::size_t i = 0; i < alike_.size(); ++i)
      if (times[i] == std::ranges::min(times)) quickest.push_back(alike_[i]);
    return rarest(quickest, tried_values_);
  }

  std::size_t most_promising_by_process() {
    std::erase_if(promising_, [&](std::size_t point) { return !map_.is_unknown(point); });
    if (proposals_left_ == 0 || promising_.empty()) {
      teach_process();
      proposals_left_ = proposals_per_lesson();
      promising_ = by_expected_gain(candidates(), proposals_left_ + kRunnersUp);
    }
    --proposals_left_;
    return promising_.front();
  }

  [[nodiscard]] std::size_t proposals_per_lesson() const {
    return std::max<std::size_t>(1, map_.evaluated().size() / kKnownPerProposal);
  }

  void teach_process() {
    learned_ = map_.evaluated().size();
    std::vector<double> costs = targets();
    std::vector<Promise> lessons;
    for (std::size_t i = 0; i < costs.size(); ++i) lessons.push_back({costs[i], map_.evaluated()[i]});
    if (lessons.size() > kLearned) {
      std::ranges::nth_element(lessons, lessons.begin() + kLearned / 2, {}, &Promise::cost);
      std::vector<Promise> others(lessons.begin() + kLearned / 2, lessons.end());
      shuffle(others, random_);
      std::ranges::copy(others, lessons.begin() + kLearned / 2);
    }
    std::vector<std::size_t> points;
    costs.clear();
    for (const Promise& lesson : std::span(lessons).first(std::min(kLearned, lessons.size()))) {
      points.push_back(lesson.point);
      costs.push_back(lesson.cost);
    }
    process_.learn(points, costs, random_);
  }

  /// The `count` points by which the process expects to gain the most for their time, the best first; fewer if there
  /// are not so many.
  std::vector<std::size_t> by_expected_gain(const std::vector<std::size_t>& points, std::size_t count) {
    const std::vector<double> gains = process_.expected_gains(points);
    const std::vector<double> times = expected_times(points);
    std::vector<Promise> promises;
    for (std::size_t i = 0; i < points.size(); ++i) promises.push_back({-gains[i] / times[i], points[i]});
    return lowest(promises, count);
  }

  /// How long evaluating each of these points would take, relative to what it took so far, by the effects of single
  /// values on that. As powers of two: less of a difference may be noise, which must not decide between points that
  /// promise the same.
  std::vector<double> expected_times(const std::vector<std::size_t>& points) {
    std::vector<double> times(points.size(), 1);
    if (!times_differ_) return times;
    const AxisEffects effects(map_.space().axes(), times_, random_);
    for (std::size_t i = 0; i < points.size(); ++i)
      times[i] = std::exp2(std::round(effects.predict(map_.space().point(points[i]))));
    return times;
  }

  [[nodiscard]] std::vector<AxisEffects::Observation> observations_of_hints(double trust) const {
    std::vector<AxisEffects::Observation> seen;
    if (trust > 0)
      for (const Hint& hint : hints_) seen.push_back({&hint.point, hint.target, trust * hint.weight});
    return seen;
  }

  /// The correlation between what the hints promised and what was found, or 0 where that is negative.
  [[nodiscard]] double trust_in_hints() const {
    if (map_.evaluated().size() < kHintsDoubtedAfter) return 1;
    std::vector<double> promised;
    for (const std::size_t point : map_.evaluated()) promised.push_back(hinted_->predict(map_.space().point(point)));
    return std::max(0.0, correlation(promised, targets()));
  }

  [[nodiscard]] std::vector<double> targets() const {
    std::vector<double> costs;
    for (const std::size_t point : map_.evaluated()) costs.push_back(map_.cost(point));
    return rank_targets(costs);
  }

  /// The `count` points of the lowest cost, the lowest first, equals in any order; fewer if there are not so many.
  std::vector<std::size_t> lowest(std::vector<Promise>& promises, std::size_t count) {
    shuffle(promises, random_);
    count = std::min(count, promises.size());
    std::ranges::partial_sort(promises, promises.begin() + static_cast<std::ptrdiff_t>(count), {}, &Promise::cost);
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(promises[i].point);
    return points;
  }

  /// Unknown points, none twice; at least one.
  std::vector<std::size_t> candidates() {
    if (map_.unknown().size() <= kRandomCandidates) return map_.unknown();
    PointSet found(map_.size());
    for (std::size_t i = 0; i < kRandomCandidates; ++i) found.add(map_.draw_unknown(random_));
    std::vector<std::size_t> centres = map_.evaluated();
    const std::size_t count = std::min(kCentres, centres.size());
    std::ranges::partial_sort(centres, centres.begin() + static_cast<std::ptrdiff_t>(count), {},
                              [&](std::size_t i) { return map_.cost(i); });
    for (std::size_t i = 0; i < count; ++i)
      for (const std::size_t neighbour : map_.one_axis_away(centres[i]))
        if (map_.is_unknown(neighbour)) found.add(neighbour);
    return found.members();
  }

  SearchMap map_;
  std::size_t lead_;
  std::mt19937_64 random_;
  ValueCounts drawn_values_;
  ValueCounts tried_values_;
  GaussianProcess process_;
  std::vector<Hint> hints_;
  std::optional<AxisEffects> hinted_;  ///< what the hints alone say
  double trust_ = hints_.empty() ? 0 : 1;
  std::vector<AxisEffects::Observation> times_;  ///< that evaluations took, as powers of two
  bool times_differ_ = false;
  std::size_t drawn_ = 0;
  std::optional<Point> suggested_;
  std::optional<std::size_t> draw_;     ///< the next one
  std::size_t turn_ = 0;                ///< whose it was
  std::vector<std::size_t> alike_;      ///< what the effects promised the most of
  std::vector<std::size_t> around_;     ///< the untried neighbours of the best, the most promising first
  std::vector<std::size_t> promising_;  ///< what the process hoped for, the most first
  std::size_t proposals_left_ = 0;      ///< of these, before there are others
  std::size_t learned_ = 0;             ///< how many were known when the process last learned
};

}  // namespace

std::unique_ptr<Strategy> make_bayes_search(const SearchRequest& request) {
  return std::make_unique<BayesSearch>(request);
}

}  // namespace modlab::tune
