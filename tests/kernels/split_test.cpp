#include "kernels/split.h"

#include <gtest/gtest.h>

namespace modlab {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,,b,", ','), (Parts{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), Parts{""});
}

TEST(SplitWords, DropsWhiteSpaceOfAnyLength) {
  EXPECT_EQ(split_words("  one two\t\nthree "), (Parts{"one", "two", "three"}));
  EXPECT_EQ(split_words(" \n"), Parts{});
  EXPECT_EQ(split_words(""), Parts{});
}

}  // namespace
}  // namespace modlab
