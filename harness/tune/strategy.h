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

/// What is known of a variant that was tried.
struct Trial {
  Variant variant;
  std::optional<double> median_ns;  ///< nothing when it failed
};

/// Proposes which variant to try next.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  /// Never one that was proposed before; nothing when there is no more to propose.
  [[nodiscard]] virtual std::optional<Variant> next(std::span<const Trial> known) = 0;
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
};
std::span<const StrategyInfo> strategies();

/// Throws Error on an unknown name. `space` is what may be proposed, in the order of VariantSpace.
std::unique_ptr<Strategy> make_strategy(std::string_view name, std::vector<Variant> space, std::uint64_t seed);

}  // namespace modlab
