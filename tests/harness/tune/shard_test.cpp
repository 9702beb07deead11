#include "harness/tune/shard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "harness/tune/budget.h"
#include "kernels/error.h"

namespace modlab::tune {
namespace {

TEST(Shard, ItsNameParsesBack) {
  const Shard shard = parse_shard("2/5");
  EXPECT_EQ(shard.index, 2u);
  EXPECT_EQ(shard.count, 5u);
  EXPECT_EQ(name_of(shard), "2/5");
  for (const char* wrong : {"", "1", "1/", "/2", "2/2", "-1/2", "0/0", "1/2x", "a/b"})
    EXPECT_THROW(parse_shard(wrong), Error) << wrong;
}

TEST(Shard, PartsAreDisjointAndCoverTheWhole) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  std::vector<int> all;
  for (std::size_t i = 0; i < 7; ++i) {
    const auto part = part_of(items, {i, 7});
    EXPECT_NEAR(static_cast<double>(part.size()), 100.0 / 7, 1);
    all.insert(all.end(), part.begin(), part.end());
  }
  std::ranges::sort(all);
  EXPECT_EQ(all, items);
}

TEST(Budget, OfARunIsSharedEvenly) {
  const Budget budget{.limit = {.seconds = 100.0, .evaluations = 30.0}};
  EXPECT_EQ(budget.share(0, 0, 0.25).seconds, 25.0);
  EXPECT_EQ(budget.share(40, 10, 0.5).seconds, 30.0);
  EXPECT_EQ(budget.share(40, 10, 0.5).evaluations, 10.0);
  EXPECT_EQ(budget.share(200, 10, 0.5).seconds, 0.0);
}

TEST(Budget, OfAWorkloadIsNotShared) {
  const Budget budget{.limit = {.evaluations = 30.0}, .per_workload = true};
  EXPECT_EQ(budget.share(1000, 1000, 0.25).evaluations, 30.0);
  EXPECT_EQ(budget.share(1000, 1000, 0.25).seconds, std::nullopt);
}

}  // namespace
}  // namespace modlab::tune
