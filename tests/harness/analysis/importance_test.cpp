#include "harness/analysis/importance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Time = std::function<double(const modulus::Variant&)>;

/// Every combination of four axes, or about this share of them.
analysis::Run run_with(const Time& ns, double share = 1) {
  std::vector<store::Row> rows;
  std::mt19937 random(5);  // NOLINT: the same every time
  for (const std::uint32_t threads : {32U, 64U, 128U, 256U})
    for (const std::uint32_t per_thread : {1U, 2U, 4U, 8U})
      for (const std::uint32_t load_bytes : {4U, 8U, 16U})
        for (const modulus::Loop loop : {modulus::Loop::group, modulus::Loop::grid}) {
          const modulus::Variant variant{
              .load_bytes = load_bytes, .per_thread = per_thread, .threads = threads, .loop = loop};
          if (static_cast<double>(random() % 1000) < 1000 * share) rows.push_back(variant_row(variant, ns(variant)));
        }
  return run_of(std::move(rows));
}

const AxisImportance& of(const analysis::Run& run, const Importance& importance, std::string_view axis) {
  return *std::ranges::find(importance.axes, axis_of(run, axis), &AxisImportance::axis);
}

std::string name_at(const analysis::Run& run, const Importance& importance, std::size_t i) {
  return run.axes[importance.axes[i].axis].name;
}

/// Factors with variances of 9 : 1 in the logarithm.
double additive(const modulus::Variant& variant) {
  return 1000 *
         std::exp((variant.load_bytes == 4   ? 2.0
                   : variant.load_bytes == 8 ? 1.0
                                             : 0.0) *
                  0.3) *
         std::exp(variant.loop == modulus::Loop::grid ? 0.1632993 : 0.0);
}

TEST(Importance, SharesOfAnAdditiveFunctionAreThoseOfItsTerms) {
  const analysis::Run run = run_with(additive);
  const Importance importance = axis_importance(run, 0, {});
  ASSERT_THAT(importance.axes, SizeIs(4)) << "only axes with several values";
  EXPECT_EQ(name_at(run, importance, 0), "load_bytes");
  EXPECT_EQ(name_at(run, importance, 1), "loop");
  EXPECT_NEAR(importance.axes[0].alone, 0.9, 0.02);
  EXPECT_NEAR(importance.axes[1].alone, 0.1, 0.02);
  EXPECT_NEAR(of(run, importance, "threads").alone, 0, 0.005);
  EXPECT_LT(importance.in_pairs, 0.02);
  EXPECT_GT(importance.predicted, 0.95);
  EXPECT_NEAR(of(run, importance, "load_bytes").values[0].factor, std::exp(0.3), 0.03);
}

TEST(Importance, OfAPureInteractionIsInThePairAlone) {
  const analysis::Run run = run_with([](const modulus::Variant& variant) {
    return (variant.threads > 64) == (variant.loop == modulus::Loop::grid) ? 1000.0 : 3000.0;
  });
  const Importance importance = axis_importance(run, 0, {});
  const PairImportance& pair = importance.pairs.front();
  EXPECT_GT(pair.share, 0.8);
  std::vector<std::string> names{name_at(run, importance, pair.first), name_at(run, importance, pair.second)};
  std::ranges::sort(names);
  EXPECT_THAT(names, ElementsAre("loop", "threads"));
  EXPECT_LT(importance.alone, 0.05);
  EXPECT_LT(importance.pairs[1].share, 0.05);
  // Laid out by the pair's own first axis, whichever of the two that is.
  const AxisImportance& first = importance.axes[pair.first];
  const AxisImportance& second = importance.axes[pair.second];
  ASSERT_EQ(pair.factors.size(), first.values.size() * second.values.size());
  for (std::size_t u = 0; u < first.values.size(); ++u)
    for (std::size_t v = 0; v < second.values.size(); ++v) {
      const bool threads_first = second.values[v].value == "grid" || second.values[v].value == "group";
      const std::string& loop = threads_first ? second.values[v].value : first.values[u].value;
      const int threads = std::stoi(threads_first ? first.values[u].value : second.values[v].value);
      EXPECT_EQ(pair.factors[u * second.values.size() + v] < 1, (threads > 64) == (loop == "grid")) << threads << loop;
    }
}

TEST(Importance, IsFoundWhereASearchTimedAPartOfTheSpaceOnly) {
  const analysis::Run run = run_with(additive, 0.5);
  const Importance importance = axis_importance(run, 0, {});
  EXPECT_LT(importance.variants, 60U);
  EXPECT_EQ(name_at(run, importance, 0), "load_bytes");
  EXPECT_GT(importance.axes[0].alone, 0.75);
  EXPECT_LE(importance.alone + importance.in_pairs, 1);
}

TEST(Importance, NearTheBestIsWhatTellsThemFromTheOthers) {
  // load_bytes has most of the variance, because 4 is very slow; threads decides among the good ones.
  const analysis::Run run = run_with([](const modulus::Variant& variant) {
    return variant.load_bytes == 4 ? 90000.0 + variant.per_thread : variant.threads == 128 ? 1000.0 : 1300.0;
  });
  const Importance importance = axis_importance(run, 0, {});
  EXPECT_EQ(name_at(run, importance, 0), "load_bytes");
  const AxisImportance& threads = of(run, importance, "threads");
  EXPECT_GT(threads.near_best, 0.6);
  EXPECT_GT(threads.near_best, 2 * of(run, importance, "load_bytes").near_best);
  EXPECT_EQ(of(run, importance, "per_thread").near_best, 0) << "what chance brings does not count";
  EXPECT_EQ(threads.favourite, 2U);
  EXPECT_EQ(threads.values[2].among_best, importance.best);
  EXPECT_EQ(threads.values[2].variants, 24U);
  EXPECT_THAT(importance_text(importance, run),
              HasSubstr("Near the best it is threads: 100 % of the best 16 have 128"));
}

TEST(Importance, SaysWhatMattersMostAndHowFarThatCanBeTrusted) {
  const analysis::Run run = run_with(additive);
  EXPECT_THAT(importance_text(axis_importance(run, 0, {}), run),
              HasSubstr("load_bytes matters most: alone it explains 90 % of the variance"));
  std::mt19937 random(1);  // NOLINT: the same every time
  const analysis::Run noise =
      run_with([&](const modulus::Variant&) { return 1000.0 + static_cast<double>(random() % 1000); });
  EXPECT_THAT(importance_text(axis_importance(noise, 0, {}), noise), HasSubstr("take them with care"));
}

TEST(Importance, IsOfOneAccuracyClass) {
  std::vector<store::Row> rows;
  for (const std::uint32_t threads : {64U, 128U})
    for (const modulus::Algorithm algorithm : {modulus::Algorithm::split, modulus::Algorithm::formula})
      rows.push_back(variant_row({.threads = threads, .algorithm = algorithm}, threads));
  const analysis::Run run = run_of(std::move(rows));
  const Importance both = axis_importance(run, 0, {});
  ASSERT_THAT(both.axes, SizeIs(2));
  EXPECT_EQ(name_of(both.axes[1], run), "algorithm") << "and its accuracy is no choice of its own";
  const Importance exact = axis_importance(run, 0, "exact");
  EXPECT_EQ(exact.variants, 2U);
  ASSERT_THAT(exact.axes, SizeIs(1));
  EXPECT_EQ(name_at(run, exact, 0), "threads");
}

TEST(Importance, CountsAChoiceOfSeveralColumnsOnce) {
  const analysis::Run run = run_of({variant_row({.build = {CompilerId::d3dcompile, {5, 1}}}, 10),
                                    variant_row({.build = {CompilerId::dxc, {6, 0}}}, 20),
                                    variant_row({.build = {CompilerId::dxc, {6, 6}}}, 30)});
  const Importance importance = axis_importance(run, 0, {});
  ASSERT_THAT(importance.axes, SizeIs(1));
  EXPECT_EQ(name_of(importance.axes[0], run), "build");
}

TEST(Importance, AxesThatDifferTogetherAreOne) {
  const analysis::Run run =
      run_of({variant_row({.per_thread = 1, .threads = 32}, 10), variant_row({.per_thread = 2, .threads = 64}, 20),
              variant_row({.per_thread = 4, .threads = 128}, 30)});
  const Importance importance = axis_importance(run, 0, {});
  ASSERT_THAT(importance.axes, SizeIs(1));
  EXPECT_EQ(name_of(importance.axes[0], run), "per_thread/threads");
}

TEST(Importance, HasNoAxesWhereThereIsNothingToTell) {
  EXPECT_THAT(axis_importance(make_run({}), 0, {}).axes, IsEmpty());
  EXPECT_THAT(axis_importance(run_of({variant_row({}, 10)}), 0, {}).axes, IsEmpty());
  EXPECT_THAT(axis_importance(run_of({variant_row({}, 10), variant_row({}, 12)}), 0, {}).axes, IsEmpty())
      << "the same variant twice";
  const analysis::Run flat =
      run_with([](const modulus::Variant& variant) { return 1000.0 + variant.load_bytes / 8.0; });
  EXPECT_THAT(axis_importance(flat, 0, {}).axes, IsEmpty());
  EXPECT_EQ(importance_text(axis_importance(flat, 0, {}), flat), "");
}

}  // namespace
}  // namespace modlab::analysis
