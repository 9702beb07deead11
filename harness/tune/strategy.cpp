#include "harness/tune/strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <ranges>

#include "harness/tune/strategies.h"
#include "kernels/error.h"

namespace modlab::tune {
namespace {

using MakeStrategy = std::unique_ptr<Strategy> (*)(const SearchRequest&);

struct Entry {
  StrategyInfo info;
  MakeStrategy make;
};

constexpr std::array<Entry, 5> kEntries{{
    {{.name = "exhaustive", .summary = "every variant, in random order if there is a budget", .ends_by_itself = true},
     make_exhaustive_search},
    {{.name = "random", .summary = "variants drawn at random, none twice"}, make_random_search},
    {{.name = "bayes", .summary = "what models of the results so far promise, neighbours of the best, and draws"},
     make_bayes_search},
    {{.name = "nearest",
      .summary = "as bayes, but starting from the best variants of the nearest tuned workloads",
      .uses_known = true},
     make_bayes_search},
    {{.name = "halving", .summary = "successive halving: few samples for many, many for the survivors"}, make_halving},
}};

constexpr auto kInfos = [] {
  std::array<StrategyInfo, kEntries.size()> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kEntries[i].info;
  return infos;
}();

const Entry& find_entry(std::string_view name) {
  const auto entry = std::ranges::find(kEntries, name, [](const Entry& each) { return each.info.name; });
  if (entry != kEntries.end()) return *entry;
  throw Error(fmt::format("unknown strategy '{}'; choose from {}", name,
                          fmt::join(kInfos | std::views::transform(&StrategyInfo::name), ", ")));
}

/// One search for each class of points.
class PerClass : public Strategy {
 public:
  PerClass(MakeStrategy make, const SearchRequest& request) : space_(request.space) {
    std::map<std::uint32_t, std::vector<std::size_t>> classes;
    for (std::size_t i = 0; i < request.space.size(); ++i)
      classes[request.classes.empty() ? 0 : request.classes[i]].push_back(i);
    for (auto& [name, points] : classes) {
      SearchRequest part{.space = classes.size() == 1 ? request.space : request.space.part(points),
                         .classes = {},
                         .seed = request.seed,
                         .starts = {},
                         .limited = request.limited,
                         .lead = request.lead};
      std::ranges::copy_if(request.hints, std::back_inserter(part.hints),
                           [own = name](const Hint& hint) { return hint.of_class == own; });
      for (const std::size_t start : request.starts) {
        const auto here = std::ranges::find(points, start);
        if (here != points.end()) part.starts.push_back(static_cast<std::size_t>(here - points.begin()));
      }
      parts_.push_back({.search = make(part), .points = std::move(points)});
    }
  }

  std::optional<Proposal> next() override {
    while (!parts_.empty()) {
      // The class with the smallest share of its space proposed so far.
      const auto part = std::ranges::min_element(parts_, {}, [](const Part& each) {
        return static_cast<double>(each.proposed) / static_cast<double>(each.points.size());
      });
      if (const auto proposal = part->search->next()) {
        ++part->proposed;
        last_ = part->search.get();
        last_point_ = part->points[proposal->point];
        return Proposal{last_point_, proposal->effort};
      }
      parts_.erase(part);
    }
    return std::nullopt;
  }

  void learn(std::optional<double> cost) override {
    last_->learn(cost);
    const auto part = std::ranges::find(parts_, last_, [](const Part& each) { return each.search.get(); });
    if (!cost || *cost >= part->best) return;
    part->best = *cost;
    // Classes differ in what they compute, not in how they best move data.
    for (Part& other : parts_)
      if (&other != &*part) other.search->suggest(space_.point(last_point_));
  }

  void took(double times_usual) override { last_->took(times_usual); }

  std::vector<std::size_t> likely_next(std::size_t count) const override {
    std::vector<std::size_t> likely;
    for (const Part& part : parts_)
      for (const std::size_t point : part.search->likely_next(count / parts_.size()))
        likely.push_back(part.points[point]);
    return likely;
  }

 private:
  struct Part {
    std::unique_ptr<Strategy> search;
    std::vector<std::size_t> points;  ///< of the whole space, by the search's own numbers
    std::size_t proposed = 0;
    double best = std::numeric_limits<double>::infinity();
  };
  SearchSpace space_;
  std::vector<Part> parts_;
  Strategy* last_ = nullptr;    ///< the search that made the last proposal
  std::size_t last_point_ = 0;  ///< which that was
};

}  // namespace

std::span<const StrategyInfo> strategies() { return kInfos; }

const StrategyInfo& find_strategy(std::string_view name) { return find_entry(name).info; }

std::unique_ptr<Strategy> make_strategy(std::string_view name, const SearchRequest& request) {
  return std::make_unique<PerClass>(find_entry(name).make, request);
}

SearchRequest search_among(const Space& space, std::uint64_t seed, std::span<const std::string> starts) {
  SearchRequest request{.space = {space.axes, space.points}, .classes = {}, .seed = seed, .starts = space.starts};
  for (const Candidate& candidate : space.candidates) request.classes.push_back(class_of(candidate.accuracy));
  for (const std::string& start : starts) {
    const auto found = std::ranges::find(space.candidates, start, &Candidate::name);
    if (found != space.candidates.end())
      request.starts.push_back(static_cast<std::size_t>(found - space.candidates.begin()));
  }
  return request;
}

}  // namespace modlab::tune
