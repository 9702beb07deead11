#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/tune/search_space.h"

namespace modlab {

/// Which point to try, and how hard.
struct Proposal {
  std::size_t point = 0;
  double effort = 1;  ///< the share of a whole measurement's samples that will do
};

/// Searches a space for the point of least cost. It learns what each proposal cost before it makes the next one, and
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

  /// Up to so many points that are likely to be proposed soon, for those who prepare them ahead.
  [[nodiscard]] virtual std::vector<std::size_t> likely_next(std::size_t count) const = 0;
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
  bool uses_known = false;      ///< begins at what was tuned before, and has nothing to go by without
  bool ends_by_itself = false;  ///< tries every point in the end, so that it needs no budget
};
std::span<const StrategyInfo> strategies();

/// Throws Error on an unknown name.
const StrategyInfo& find_strategy(std::string_view name);

/// What the tuner uses where nobody chooses; docs/tuning.md shows why.
inline constexpr std::string_view kDefaultStrategy = "hill";

/// What a search works on.
struct SearchRequest {
  SearchSpace space;  ///< the first point of each class is its plainest
  /// The class of each point; empty where all are of one. Classes are answers of their own (the best exact and the best
  /// formula variant), so each is searched by itself, in turns that are in proportion to their sizes.
  std::vector<std::uint32_t> classes;
  std::uint64_t seed = 1;
  std::vector<std::size_t> starts;  ///< points to begin at, the best guess first
};

/// Throws Error on an unknown name.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const SearchRequest& request);

}  // namespace modlab
