#include "harness/tune/recorded_space.h"
#include "kernels/modulus/problem.h"

#include <gtest/gtest.h>

#include "kernels/error.h"
#include "tests/harness/tune/recorded_run.h"

namespace modlab::tune {
namespace {

TEST(RecordedSpace, HoldsEveryVariantOfOneClassAndWhatFailed) {
  std::vector<store::Row> rows = recorded_run();
  rows[0].status = "wrong result";
  const auto spaces = recorded_spaces(rows, {}, *modulus::modulus_catalogue());
  ASSERT_EQ(spaces.size(), 2u);
  EXPECT_EQ(spaces[0].entries.size() + spaces[1].entries.size(), rows.size());
  EXPECT_EQ(spaces[0].costs().size(), spaces[0].entries.size() - 1);
  EXPECT_FALSE(spaces[0].entries[0].cost);
  EXPECT_NE(spaces[0].accuracy, spaces[1].accuracy);
}

TEST(RecordedSpace, IsThatOfOneAdapterOfAMergedRun) {
  std::vector<store::Row> rows = recorded_run();
  for (store::Row row : recorded_run()) {
    row.adapter = "another";
    rows.push_back(row);
  }
  const auto spaces = recorded_spaces(rows, {}, *modulus::modulus_catalogue());
  ASSERT_EQ(spaces.size(), 4u);
  EXPECT_EQ(spaces[2].adapter, "another");
  EXPECT_EQ(spaces[2].entries.size(), spaces[0].entries.size());
}

TEST(RecordedSpace, NeedsTenTimedVariants) {
  std::vector<store::Row> rows = recorded_run();
  std::erase_if(rows, [](const store::Row& row) { return row.accuracy != "exact"; });
  rows.resize(10);
  EXPECT_EQ(recorded_spaces(rows, {}, *modulus::modulus_catalogue()).size(), 1u);
  rows[3].status = "wrong result";
  EXPECT_TRUE(recorded_spaces(rows, {}, *modulus::modulus_catalogue()).empty());
}

TEST(RecordedSpace, TitleNamesWhatIsKnown) {
  RecordedSpace recorded{.workload = "convolution", .space = {}, .entries = {}};
  EXPECT_EQ(title_of(recorded), "convolution");
  recorded.adapter = "A100";
  EXPECT_EQ(title_of(recorded), "convolution, A100");
  recorded.accuracy = Accuracy::exact;
  EXPECT_EQ(title_of(recorded), "convolution, exact, A100");
}

}  // namespace
}  // namespace modlab::tune
