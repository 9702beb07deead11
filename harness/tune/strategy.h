#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/variant.h"

namespace modlab {

/// Which variant to try, and how hard.
struct Proposal {
  Variant variant;
  double effort = 1;  ///< the share of a whole measurement's samples that will do
};

/// What became of a proposal.
struct Trial {
  Variant variant;
  std::optional<double> median_ns;  ///< nothing when it failed
};

/// Searches for the fastest variant of a space. It is told what became of each proposal before it makes the next one,
/// and makes the same proposals for the same seed and answers.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  /// A variant is proposed once, or again with more effort; nothing when there is no more to propose.
  [[nodiscard]] virtual std::optional<Proposal> next() = 0;

  /// What became of the last proposal.
  virtual void learn(const Trial& trial) = 0;

  /// Up to so many variants that are likely to be proposed soon, for those who prepare them ahead.
  [[nodiscard]] virtual std::vector<Variant> likely_next(std::size_t count) const = 0;
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
};
std::span<const StrategyInfo> strategies();

/// What the tuner uses where nobody chooses; docs/tuning.md shows why.
inline constexpr std::string_view kDefaultStrategy = "hill";

/// What a search works on.
struct SearchRequest {
  std::vector<Variant> space;  ///< in the order of VariantSpace: the plainest variant of a class is its first
  std::uint64_t seed = 1;
  std::vector<Variant> starts;  ///< where to begin, best guess first; those that are not in the space are left out
};

/// Searches each accuracy class by itself, in turns that are in proportion to their sizes: the best exact and the best
/// formula variant are two answers. Throws Error on an unknown name.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const SearchRequest& request);

}  // namespace modlab
