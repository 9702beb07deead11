#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tune/search_space.h"

namespace modlab::tune {

/// A point to try, and with how much effort.
struct Proposal {
  std::size_t point = 0;
  double effort = 1;  ///< the share of a full measurement's samples to take
};

/// Searches a space for the point of lowest cost. It learns the cost of each proposal before it makes the next, and
/// makes the same proposals for the same seed and costs.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  /// A point is proposed once, or again with more effort; nothing when there is no more to propose.
  [[nodiscard]] virtual std::optional<Proposal> next() = 0;

  /// What the last proposal cost; nothing when it failed.
  virtual void learn(std::optional<double> cost) = 0;

  /// How many times as long as usual the evaluation took of which learn() was just told. A strategy that is told
  /// prefers what gains the most for its time; one that is not takes all to be alike.
  virtual void took(double) {}

  /// What another search among the same axes has found to be its best so far; a strategy may try something like it.
  virtual void suggest(const Point&) {}

  /// Up to `count` points that are likely to be proposed soon, so that they can be prepared ahead.
  [[nodiscard]] virtual std::vector<std::size_t> likely_next(std::size_t count) const = 0;
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
  bool uses_known = false;      ///< starts from tuned configurations, if there are any
  bool ends_by_itself = false;  ///< ends when every point is tried, so it needs no budget
};
std::span<const StrategyInfo> strategies();

/// Throws Error on an unknown name.
const StrategyInfo& find_strategy(std::string_view name);

/// The default, for the reasons in docs/tuning.md.
inline constexpr std::string_view kDefaultStrategy = "bayes";

/// What another search has found of a point with the same axes, which need not be one of this space.
struct Hint {
  Point point;
  std::uint32_t of_class = 0;  ///< see SearchRequest
  double target = 0;           ///< see rank_targets()
  double weight = 1;           ///< beside other hints
  std::uint32_t teacher = 0;   ///< the search that found it

  bool operator==(const Hint&) const = default;
};

/// What a search works on.
struct SearchRequest {
  SearchSpace space;  ///< the first point of each class is its plainest
  /// The class of each point; empty if there is only one. Each class has its own answer (the best exact and the best
  /// formula variant), so each is searched separately, with turns in proportion to its size.
  std::vector<std::uint32_t> classes;
  std::uint64_t seed = 1;
  std::vector<std::size_t> starts;  ///< points to start from, the best guess first
  std::vector<Hint> hints{};        ///< only `bayes` and `nearest` take them
  bool limited = false;             ///< there is a budget, which may end before the points do
  /// How many proposals are chosen before the last one's cost is known, so that they can be prepared meanwhile. Only of
  /// strategies that choose by costs; the others know theirs anyway.
  std::size_t lead = 0;
};

/// The class of a candidate in a search.
constexpr std::uint32_t class_of(Accuracy accuracy) { return static_cast<std::uint32_t>(accuracy); }

/// A search among candidates, each accuracy class separately. Starts that are not in the space are ignored.
SearchRequest search_among(const Space& space, std::uint64_t seed, std::span<const std::string> starts = {});

/// Throws Error on an unknown name.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const SearchRequest& request);

}  // namespace modlab::tune
