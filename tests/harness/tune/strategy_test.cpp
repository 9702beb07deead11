#include "harness/tune/strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/tune/evaluator.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"

namespace modlab::tune {
namespace {

std::vector<modulus::Variant> whole_space() {
  Platform platform;
  platform.compilers = {CompilerTraits{}};
  return modulus::VariantSpace(modulus::describe(modulus::Workload{}), platform).legal();
}

/// Smooth enough to climb, with choices that depend on each other.
double slope(const modulus::Variant& v) {
  const double load = std::log2(v.load_bytes / 4.0);
  const double per_thread = std::log2(v.per_thread);
  const double threads = std::log2(v.threads / 32.0);
  double ns = 1000 + 60 * std::abs(load + per_thread - 3) + 40 * std::abs(threads - 2) + 25 * std::abs(threads - load);
  if (v.access == Access::structured) ns += 50;
  if (v.access == Access::typed && v.load_bytes != 16) ns += 80;
  if (v.loop == modulus::Loop::grid) ns += v.per_thread > 2 ? -30 : 30;
  if (v.binding == Binding::root) ns += 10;
  if (v.streamed) ns += 5;
  if (v.algorithm == modulus::Algorithm::longdiv) ns *= 3;
  return ns;
}

/// The proposals as variants.
struct Search {
  std::vector<Attempt> proposals;
  double effort = 0;
};

/// The request of a search.
struct Request {
  std::vector<modulus::Variant> space;
  std::uint64_t seed = 1;
  std::vector<modulus::Variant> starts{};
};

SearchRequest search_of(const Request& request) {
  std::vector<std::string> starts;
  for (const modulus::Variant& start : request.starts) starts.push_back(modulus::name_of(start));
  return search_among(modulus::space_of(request.space, {}), request.seed, starts);
}

/// Runs a search to its end, or until it has spent this much effort.
Search run(std::string_view strategy, const Request& request, double most_effort = 1e9,
           const std::function<std::optional<double>(const modulus::Variant&)>& answer = slope) {
  const auto made = make_strategy(strategy, search_of(request));
  Search search;
  while (search.effort < most_effort) {
    const auto proposal = made->next();
    if (!proposal) break;
    search.proposals.push_back({request.space[proposal->point], proposal->effort});
    search.effort += proposal->effort;
    made->learn(answer(request.space[proposal->point]));
  }
  return search;
}

std::vector<std::string> names_of(const Search& search) {
  std::vector<std::string> names;
  for (const Attempt& proposal : search.proposals) names.push_back(proposal.candidate.name);
  return names;
}

class EveryStrategy : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryStrategy, ProposesEveryVariantAndNoneTwiceWithTheSameEffort) {
  const Search search = run(GetParam(), {.space = whole_space(), .seed = 1});
  std::map<std::string, double> efforts;
  for (const Attempt& proposal : search.proposals) {
    EXPECT_GT(proposal.effort, efforts[proposal.candidate.name]) << proposal.candidate.name;
    efforts[proposal.candidate.name] = proposal.effort;
  }
  EXPECT_EQ(efforts.size(), whole_space().size());
}

TEST_P(EveryStrategy, IsTheSameForTheSameSeed) {
  const Request request{.space = whole_space(), .seed = 4};
  EXPECT_EQ(names_of(run(GetParam(), request)), names_of(run(GetParam(), request)));
}

TEST_P(EveryStrategy, BeginsWithThePlainestOfEachClass) {
  const auto names = names_of(run(GetParam(), {.space = whole_space(), .seed = 5}, 2));
  EXPECT_EQ(names[0], "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1");
  EXPECT_EQ(names[1], "raw-b4-x1-t64-group-formula-root-d3dcompile-5.1");
}

TEST_P(EveryStrategy, ContinuesWhereVariantsFail) {
  const auto answer = [](const modulus::Variant& variant) {
    return variant.threads == 64 ? std::nullopt : std::optional(slope(variant));
  };
  const Search search = run(GetParam(), {.space = whole_space(), .seed = 1}, 1e9, answer);
  const auto names = names_of(search);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), whole_space().size());
}

TEST_P(EveryStrategy, NamesWhatItIsLikelyToProposeNext) {
  const Request request{.space = whole_space(), .seed = 3};
  const auto made = make_strategy(GetParam(), search_of(request));
  std::set<std::size_t> proposed;
  for (int i = 0; i < 50; ++i) {
    const Proposal proposal = made->next().value();
    proposed.insert(proposal.point);
    made->learn(slope(request.space[proposal.point]));
    const auto likely = made->likely_next(8);
    EXPECT_LE(likely.size(), 8u);
    for (const std::size_t point : likely) EXPECT_FALSE(proposed.contains(point) && proposal.effort == 1);
  }
}

TEST_P(EveryStrategy, AnEmptySpaceHasNothingToPropose) { EXPECT_TRUE(run(GetParam(), {}).proposals.empty()); }

INSTANTIATE_TEST_SUITE_P(Strategy, EveryStrategy,
                         testing::Values("exhaustive", "random", "bayes", "nearest", "halving"),
                         [](const auto& test) { return std::string(test.param); });

TEST(HalvingStrategy, SpendsMoreOnFewer) {
  const Search search = run("halving", {.space = whole_space(), .seed = 1});
  std::map<double, int> proposals;
  for (const Attempt& proposal : search.proposals) ++proposals[proposal.effort];
  ASSERT_EQ(proposals.size(), 3u);
  EXPECT_GT(proposals[0.25], 3 * proposals[0.5]);
  EXPECT_GT(proposals[0.5], 3 * proposals[1]);
}

TEST(NearestStrategy, BeginsWhereItIsTold) {
  std::vector<modulus::Variant> space = whole_space();
  const modulus::Variant start = space[space.size() / 3];
  const modulus::Variant stranger{.access = Access::typed, .binding = Binding::root};
  const auto names = names_of(run("nearest", {.space = space, .seed = 1, .starts = {stranger, start}}, 2));
  EXPECT_NE(std::ranges::find(names, modulus::name_of(start)), names.end());
}

TEST(RandomStrategy, DependsOnTheSeed) {
  EXPECT_NE(names_of(run("random", {.space = whole_space(), .seed = 1})),
            names_of(run("random", {.space = whole_space(), .seed = 2})));
}

TEST(ExhaustiveStrategy, TakesARandomOrderOnlyIfABudgetMayEndIt) {
  const auto order = [](std::uint64_t seed, bool limited) {
    SearchRequest request = search_of({.space = whole_space(), .seed = seed});
    request.limited = limited;
    const auto made = make_strategy("exhaustive", request);
    std::vector<std::size_t> points;
    while (const auto proposal = made->next()) points.push_back(proposal->point);
    return points;
  };
  EXPECT_EQ(order(1, false), order(2, false));
  EXPECT_NE(order(1, true), order(1, false));
  EXPECT_NE(order(1, true), order(2, true));
  std::vector<std::size_t> shuffled = order(1, true);
  std::vector<std::size_t> plain = order(1, false);
  std::ranges::sort(shuffled);
  std::ranges::sort(plain);
  EXPECT_EQ(shuffled, plain);
}

TEST(MakeStrategy, RefusesAnUnknownName) { EXPECT_THROW(make_strategy("magic", {}), Error); }

}  // namespace
}  // namespace modlab::tune
