#include "harness/html/viridis.h"

#include <gtest/gtest.h>

namespace modlab::html {
namespace {

TEST(Viridis, RunsFromDarkVioletToYellow) {
  EXPECT_EQ(viridis(0), "#440154");
  EXPECT_EQ(viridis(0.5), "#21918c");
  EXPECT_EQ(viridis(1), "#fde725");
  EXPECT_EQ(viridis(-1), viridis(0));
  EXPECT_EQ(viridis(2), viridis(1));
  EXPECT_FALSE(is_bright(0.1));
  EXPECT_TRUE(is_bright(0.9));
}

}  // namespace
}  // namespace modlab::html
