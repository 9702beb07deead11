#include "harness/tune/lessons.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"

namespace modlab::tune {
namespace {

store::Row row_of(const modulus::Variant& variant, std::optional<double> median_ns) {
  store::Row row;
  row.variant = modulus::name_of(variant);
  row.status = median_ns ? "ok" : "wrong result";
  row.median_ns = median_ns;
  return row;
}

TEST(Lessons, RowsBecomeRanksOfTheirOwnClass) {
  const modulus::Variant slow{.threads = 64, .algorithm = modulus::Algorithm::split};
  const modulus::Variant fast{.threads = 256, .algorithm = modulus::Algorithm::split};
  const modulus::Variant wrong{.threads = 512, .algorithm = modulus::Algorithm::split};
  const modulus::Variant formula{.threads = 64, .algorithm = modulus::Algorithm::formula};
  const Space space = modulus::space_of({slow, fast, wrong, formula}, {});
  const auto hints =
      hints_from({row_of(slow, 9), row_of(fast, 5), row_of(wrong, std::nullopt), row_of(formula, 7)}, space);
  const auto hint_of = [&](const modulus::Variant& variant) {
    const auto place = std::ranges::find(space.candidates, Candidate(variant)) - space.candidates.begin();
    return *std::ranges::find(hints, space.points[static_cast<std::size_t>(place)], &Hint::point);
  };
  ASSERT_EQ(hints.size(), 4u);
  EXPECT_LT(hint_of(fast).target, hint_of(slow).target);
  EXPECT_LT(hint_of(slow).target, hint_of(wrong).target);
  EXPECT_EQ(hint_of(formula).of_class, class_of(Accuracy::formula));
  EXPECT_NE(hint_of(formula).of_class, hint_of(fast).of_class);
}

TEST(Lessons, OfManyRowsTheBestAreKeptAndSomeOfEveryRank) {
  std::vector<store::Row> rows;
  Platform platform;
  platform.compilers = {CompilerTraits{}};
  std::vector<modulus::Variant> exact = modulus::VariantSpace(modulus::describe(modulus::Workload{}), platform).legal();
  std::erase_if(exact,
                [](const modulus::Variant& variant) { return modulus::accuracy_of(variant) != Accuracy::exact; });
  for (const modulus::Variant& variant : exact)
    rows.push_back(row_of(variant, 100.0 + static_cast<double>(rows.size())));
  ASSERT_GT(rows.size(), 200u);
  const Space space = modulus::space_of(exact, {});
  const std::vector<Hint> hints = hints_from(rows, space);
  ASSERT_EQ(hints.size(), 48u);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(hints[i].point, space.points[i]) << i;
  EXPECT_TRUE(std::ranges::is_sorted(hints, {}, &Hint::target));
  const auto last = static_cast<std::ptrdiff_t>(rows.size() - rows.size() / 16);
  EXPECT_NE(std::ranges::find(space.points.begin() + last, space.points.end(), hints.back().point), space.points.end());
}

TEST(Lessons, TheWorkloadsMostLikeTheNextTeachMost) {
  Lessons lessons;
  EXPECT_TRUE(lessons.hints_for({}).empty());
  for (const char* dtype : {"u8", "i8", "f16", "f32", "i32"}) {
    store::TunedKey key;
    key.op = "floor";
    key.dtype = dtype;
    lessons.learn(key, {{.point = {static_cast<std::uint32_t>(dtype[0])}}});
  }
  store::TunedKey asked;
  asked.op = "truncate";
  asked.dtype = "f16";
  const auto hints = lessons.hints_for(asked);
  ASSERT_EQ(hints.size(), 4u) << "the last of five is too far away";
  EXPECT_EQ(hints.front().point.front(), static_cast<std::uint32_t>('f'));
  EXPECT_GT(hints.front().weight, 2 * hints.back().weight);
  EXPECT_NE(hints.front().teacher, hints.back().teacher);
}

}  // namespace
}  // namespace modlab::tune
