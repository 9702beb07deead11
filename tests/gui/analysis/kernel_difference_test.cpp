#include "gui/analysis/kernel_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gui/runs/listed_kernel.h"
#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

tune::KernelListing list(const std::string& request) { return list_kernel(request); }

using Pair = std::pair<std::size_t, std::size_t>;

TEST(KernelDifference, ComparesTheLastTwoSelectedOrTheSelectedWithTheBest) {
  const analysis::Run run = run_of({variant_row({.threads = 32}, 30), variant_row({.threads = 64}, 10),
                                    variant_row({.threads = 128}, 20), variant_row({.threads = 256}, 40)});
  EXPECT_EQ(compared_rows(run, {3, 0, 2}), Pair(0, 2));
  EXPECT_EQ(compared_rows(run, {3}), Pair(1, 3)) << "the best on the left";
  EXPECT_EQ(compared_rows(run, {1}), Pair(1, 2)) << "the second best beside the best";
  EXPECT_EQ(compared_rows(run, {}), std::nullopt);
  EXPECT_EQ(compared_rows(run_of({variant_row({}, 1)}), {0}), std::nullopt);
}

TEST(KernelDifference, HasWhatDiffersBetweenTwoKernels) {
  const KernelDifference difference =
      compare_kernels(variant_row({.load_bytes = 4, .per_thread = 1, .threads = 64}, 1),
                      variant_row({.load_bytes = 4, .per_thread = 4, .threads = 64}, 1), {}, list);
  EXPECT_EQ(difference.left.error, "");
  ASSERT_THAT(difference.choices, SizeIs(1));
  EXPECT_EQ(difference.choices[0].label, "per_thread");
  EXPECT_EQ(difference.choices[0].left, "1");
  EXPECT_EQ(difference.choices[0].right, "4");
  ASSERT_FALSE(difference.source.changes.empty());
  const LineDifference::Row& first = difference.source.rows[difference.source.changes.front()];
  EXPECT_EQ(difference.source.left[first.left.value()], "#define PER_THREAD 1");
  EXPECT_EQ(difference.source.right[first.right.value()], "#define PER_THREAD 4");
  EXPECT_GE(difference.left_tokens.size(), difference.source.left.size()) << "the last line may be empty";
  EXPECT_FALSE(difference.disassembly.changes.empty());
  const auto fact = std::ranges::find(difference.facts, "groups", &FactDifference::label);
  ASSERT_NE(fact, difference.facts.end());
  EXPECT_NE(fact->left, fact->right);
  ASSERT_FALSE(difference.instructions.empty());
  EXPECT_GT(difference.instructions.front().more(), 0) << "four vectors take more than one";
  EXPECT_THAT(csv_of(difference), HasSubstr("Choice,per_thread,1,4\n"));
  EXPECT_THAT(csv_of(difference), HasSubstr("\nInstruction," + difference.instructions.front().name + ","));
}

TEST(KernelDifference, PutsTheViewsOfAnOperandBesideTheirLikes) {
  const KernelDifference difference =
      compare_kernels(variant_row({.access = Access::typed, .load_bytes = 16}, 1),
                      variant_row({.access = Access::typed, .load_bytes = 8}, 1), {}, list);
  const auto fact = std::ranges::find_if(difference.facts, [](const FactDifference& each) {
    return each.label == "A" && each.right.starts_with("typed view of 8 bytes");
  });
  ASSERT_NE(fact, difference.facts.end());
  EXPECT_THAT(fact->left, HasSubstr("typed view of 16 bytes"));
}

TEST(KernelDifference, OfAPeerIsAnErrorOnItsSide) {
  const KernelDifference difference = compare_kernels(variant_row({}, 1), peer_row(1), {}, list);
  EXPECT_EQ(difference.left.error, "");
  EXPECT_THAT(difference.right.error, HasSubstr("directml is not a kernel of ours"));
  EXPECT_THAT(difference.instructions, IsEmpty());
}

}  // namespace
}  // namespace modlab::gui
