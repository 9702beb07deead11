#include "harness/tune/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/tune/strategies.h"
#include "kernels/error.h"

namespace modlab {
namespace {

struct Entry {
  StrategyInfo info;
  std::unique_ptr<Strategy> (*make)(const SearchRequest&);
};

constexpr std::array<Entry, 6> kEntries{{
    {{"exhaustive", "every variant"}, make_exhaustive_search},
    {{"random", "variants drawn at random, none twice"}, make_random_search},
    {{"hill", "hill climbing over neighbours from the best of a few drawn at random, with new starts"},
     make_hill_climbing},
    {{"nearest", "hill climbing from the best variants of the nearest workload that was tuned"}, make_hill_climbing},
    {{"anneal", "simulated annealing over neighbours"}, make_annealing},
    {{"halving", "successive halving: few samples for many, many for the survivors"}, make_halving},
}};

constexpr auto kInfos = [] {
  std::array<StrategyInfo, kEntries.size()> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kEntries[i].info;
  return infos;
}();

/// One search for each accuracy class.
class PerClass : public Strategy {
 public:
  PerClass(const Entry& entry, const SearchRequest& request) {
    for (const auto& accuracy : kAccuracyNames) {
      SearchRequest part = request;
      std::erase_if(part.space,
                    [&](const Variant& variant) { return accuracy_of(variant.algorithm) != accuracy.value; });
      if (!part.space.empty()) parts_.push_back({.search = entry.make(part), .size = part.space.size()});
    }
  }

  std::optional<Proposal> next() override {
    while (!parts_.empty()) {
      // Whoever has had the smallest share of its space.
      const auto part = std::ranges::min_element(parts_, {}, [](const Part& each) {
        return static_cast<double>(each.proposed) / static_cast<double>(each.size);
      });
      if (auto proposal = part->search->next()) {
        ++part->proposed;
        turn_ = part->search.get();
        return proposal;
      }
      parts_.erase(part);
    }
    return std::nullopt;
  }

  void learn(const Trial& trial) override { turn_->learn(trial); }

  std::vector<Variant> likely_next(std::size_t count) const override {
    std::vector<Variant> likely;
    for (const Part& part : parts_) {
      const auto of_part = part.search->likely_next(count / parts_.size());
      likely.insert(likely.end(), of_part.begin(), of_part.end());
    }
    return likely;
  }

 private:
  struct Part {
    std::unique_ptr<Strategy> search;
    std::size_t size = 0;
    std::size_t proposed = 0;
  };
  std::vector<Part> parts_;
  Strategy* turn_ = nullptr;
};

}  // namespace

std::span<const StrategyInfo> strategies() { return kInfos; }

std::unique_ptr<Strategy> make_strategy(std::string_view name, const SearchRequest& request) {
  const auto entry = std::ranges::find(kEntries, name, [](const Entry& each) { return each.info.name; });
  if (entry != kEntries.end()) return std::make_unique<PerClass>(*entry, request);
  std::string choices;
  for (const StrategyInfo& strategy : kInfos) choices.append(choices.empty() ? "" : ", ").append(strategy.name);
  throw Error(fmt::format("unknown strategy '{}'; choose from {}", name, choices));
}

}  // namespace modlab
