#include "harness/tune/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

#include "kernels/error.h"

namespace modlab {
namespace {

constexpr std::array<StrategyInfo, 2> kStrategies{{
    {"exhaustive", "every variant, in the order of `modlab variants`"},
    {"random", "variants drawn at random, none twice"},
}};

/// Proposes a list from front to back. Both strategies so far know their order before the first result.
class FixedOrder : public Strategy {
 public:
  explicit FixedOrder(std::vector<Variant> order) : order_(std::move(order)) {}

  std::optional<Variant> next(std::span<const Trial>) override {
    if (next_ == order_.size()) return std::nullopt;
    return order_[next_++];
  }

 private:
  std::vector<Variant> order_;
  std::size_t next_ = 0;
};

/// The plainest variant of each accuracy class first, so that a speed-up over it can always be told; the rest at
/// random.
std::vector<Variant> random_order(std::vector<Variant> space, std::uint64_t seed) {
  auto shuffled = space.begin();
  for (const auto& accuracy : kAccuracyNames) {
    const auto plainest = std::find_if(shuffled, space.end(), [&](const Variant& variant) {
      return accuracy_of(variant.algorithm) == accuracy.value;
    });
    if (plainest != space.end()) std::rotate(shuffled++, plainest, plainest + 1);
  }
  std::mt19937_64 random(seed);
  std::shuffle(shuffled, space.end(), random);
  return space;
}

}  // namespace

std::span<const StrategyInfo> strategies() { return kStrategies; }

std::unique_ptr<Strategy> make_strategy(std::string_view name, std::vector<Variant> space, std::uint64_t seed) {
  if (name == "exhaustive") return std::make_unique<FixedOrder>(std::move(space));
  if (name == "random") return std::make_unique<FixedOrder>(random_order(std::move(space), seed));
  std::string choices;
  for (const StrategyInfo& strategy : kStrategies) choices.append(choices.empty() ? "" : ", ").append(strategy.name);
  throw Error(fmt::format("unknown strategy '{}'; choose from {}", name, choices));
}

}  // namespace modlab
