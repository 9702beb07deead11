#include "gui/analysis/line_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using DiffRow = LineDifference::Row;

/// The texts as the rows have them; matching rows must hold equal lines.
std::pair<std::vector<std::string>, std::vector<std::string>> put_together(const LineDifference& difference) {
  std::pair<std::vector<std::string>, std::vector<std::string>> texts;
  for (const DiffRow& row : difference.rows) {
    if (row.left) texts.first.push_back(difference.left[*row.left]);
    if (row.right) texts.second.push_back(difference.right[*row.right]);
    EXPECT_TRUE(row.left || row.right);
    if (row.matches) {
      EXPECT_EQ(difference.left[row.left.value()], difference.right[row.right.value()]);
    }
  }
  return texts;
}

std::ptrdiff_t matches_in(const LineDifference& difference) {
  return std::ranges::count(difference.rows, true, &DiffRow::matches);
}

/// By the textbook's table.
std::size_t longest_common(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  std::vector<std::vector<std::size_t>> lengths(left.size() + 1, std::vector<std::size_t>(right.size() + 1, 0));
  for (std::size_t l = 0; l < left.size(); ++l)
    for (std::size_t r = 0; r < right.size(); ++r)
      lengths[l + 1][r + 1] = left[l] == right[r] ? lengths[l][r] + 1 : std::max(lengths[l][r + 1], lengths[l + 1][r]);
  return lengths.back().back();
}

TEST(LineDifference, PutsWhatReplacesALineBesideIt) {
  const LineDifference difference = line_difference("a\nold\nb\nc\n", "a\nnew\nb\nadded\nc\n");
  EXPECT_THAT(difference.rows, ElementsAre(DiffRow{0, 0, true}, DiffRow{1, 1, false}, DiffRow{2, 2, true},
                                           DiffRow{std::nullopt, 3, false}, DiffRow{3, 4, true}));
  EXPECT_THAT(difference.changes, ElementsAre(1, 3));
}

TEST(LineDifference, OfEqualOrEmptyTextsHasNoChanges) {
  EXPECT_THAT(line_difference("a\nb\n", "a\r\nb").changes, IsEmpty()) << "ends of lines do not count";
  EXPECT_THAT(line_difference("", "").rows, IsEmpty());
  EXPECT_THAT(line_difference("", "x\ny\n").rows, ElementsAre(DiffRow{std::nullopt, 0}, DiffRow{std::nullopt, 1}));
  EXPECT_THAT(line_difference("x\n", "").rows, ElementsAre(DiffRow{0, std::nullopt}));
}

TEST(LineDifference, ReconstructsBothTextsWithAsFewChangesAsPossible) {
  std::mt19937 random(7);  // NOLINT: the same every time
  for (int round = 0; round < 2000; ++round) {
    const std::size_t letters = 1 + random() % 5;
    std::pair<std::vector<std::string>, std::vector<std::string>> texts;
    for (auto* text : {&texts.first, &texts.second})
      for (std::size_t length = random() % 14; length > 0; --length)
        text->push_back(std::string(1, static_cast<char>('a' + random() % letters)));
    const LineDifference difference = line_difference(fmt::format("{}", fmt::join(texts.first, "\n")),
                                                      fmt::format("{}", fmt::join(texts.second, "\n")));
    EXPECT_EQ(put_together(difference), texts);
    ASSERT_EQ(static_cast<std::size_t>(matches_in(difference)), longest_common(texts.first, texts.second))
        << fmt::format("{} / {}", fmt::join(texts.first, ""), fmt::join(texts.second, ""));
  }
}

TEST(LineDifference, OfLongTextsThatShareLittleTakesNoQuadraticTable) {
  // A table of these would have 10^10 cells.
  std::string left;
  std::string right;
  for (int i = 0; i < 100'000; ++i) {
    left += fmt::format("left {}\n", i);
    right += fmt::format("right {}\n", i);
    if (i % 1000 == 0) left += right.substr(right.rfind('\n', right.size() - 2) + 1);
  }
  EXPECT_EQ(matches_in(line_difference(left, right)), 100);
}

/// Of a stranger's kernels, which would otherwise take hours.
TEST(LineDifference, OfTextsThatDifferEverywhereItIsNotTheLeast) {
  std::string left;
  std::string right;
  constexpr int kLines = 300'000;
  for (int i = 0; i < kLines; ++i) {
    left += fmt::format("{}\n", i);
    right += fmt::format("{}\n", kLines - 1 - i);
  }
  const LineDifference difference = line_difference("head\n" + left, "head\n" + right);
  EXPECT_EQ(difference.left.size(), kLines + 1U);
  EXPECT_TRUE(difference.rows.at(0).matches);
  EXPECT_GT(difference.rows.size(), kLines);
}

TEST(LineDifference, LinesWithTheSameKeyAreAlike) {
  const LineDifference difference =
      line_difference("  %3 = fadd float %1, %2\n  ret void\n",
                      "  %1 = fmul float %0, %0\n  %4 = fadd float %1, %2\n  ret void\n", without_numbering);
  EXPECT_THAT(difference.changes, ElementsAre(0));
  EXPECT_EQ(matches_in(difference), 2);
}

TEST(LineDifference, NumberingIsThatOfRegistersAndValuesOnly) {
  EXPECT_EQ(without_numbering("mad r12.xy, r0.x, l(3), u0[r1.x]"), "mad r.xy, r.x, l(3), u0[r.x]");
  EXPECT_EQ(without_numbering("%12 = add i32 %3, 64"), "% = add i32 %, 64");
  EXPECT_EQ(without_numbering("; <label>:21  ; preds = %18"), "; <label>:  ; preds = %");
  EXPECT_EQ(without_numbering("!17 = !{i32 1, !4}"), "! = !{i32 1, !}");
  EXPECT_EQ(without_numbering("xor r1, dcl_r2, ptr3"), "xor r, dcl_r2, ptr3");
}

TEST(LineDifference, FoldsWhatIsFarFromADifference) {
  std::string left;
  for (int i = 0; i < 10; ++i) left += fmt::format("{}\n", i);
  std::string right = left;
  right.replace(right.find('5'), 1, "x");
  const LineDifference difference = line_difference(left, right);
  EXPECT_THAT(fold_equal(difference, 1),
              ElementsAre(ShownRow{0, 4}, ShownRow{4, 0}, ShownRow{5, 0}, ShownRow{6, 0}, ShownRow{7, 3}));
  EXPECT_THAT(fold_equal(difference, 4), ::testing::SizeIs(10)) << "nothing is gained by folding a single line";
  EXPECT_EQ(all_rows(difference).size(), 10U);
}

TEST(LineDifference, FindsThePartOfALineThatDiffers) {
  EXPECT_EQ(differing_part("uint a = 4;", "uint a = 16;"), std::pair(TextRange{9, 10}, TextRange{9, 11}));
  EXPECT_EQ(differing_part("aa", "aaa"), std::pair(TextRange{2, 2}, TextRange{2, 3}));
  EXPECT_EQ(differing_part("same", "same"), std::pair(TextRange{4, 4}, TextRange{4, 4}));
}

}  // namespace
}  // namespace modlab::gui
