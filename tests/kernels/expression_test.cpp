#include "kernels/expression.h"

#include <gtest/gtest.h>

#include <string>

#include "kernels/error.h"

namespace modlab {
namespace {

std::int64_t value_of(std::string_view expression) {
  return evaluate(expression, [](std::string_view name) -> std::optional<std::int64_t> {
    if (name == "UNROLL") return 4;
    if (name == "THREADS_2") return 64;
    return std::nullopt;
  });
}

TEST(Expression, BindsAsInHlsl) {
  EXPECT_EQ(value_of("2 + 3 * 4"), 14);
  EXPECT_EQ(value_of("(2 + 3) * 4"), 20);
  EXPECT_EQ(value_of("20 - 3 - 2"), 15);
  EXPECT_EQ(value_of("7 / 2 * 2 + 7 % 2"), 7);
  EXPECT_EQ(value_of("-UNROLL + 5"), 1);
  EXPECT_EQ(value_of("UNROLL*THREADS_2<=256"), 1);
  EXPECT_EQ(value_of("1 < 2 == 2 > 1"), 1);
  EXPECT_EQ(value_of("1 == 2 || UNROLL != 5 && !0"), 1);
  EXPECT_EQ(value_of("UNROLL >= 5 && 1"), 0);
}

TEST(Expression, WhatItDoesNotUnderstandIsAnError) {
  for (const char* wrong : {"", "1 +", "* 2", "(1", "1)", "1 2", "BLOCK", "1 = 2", "4 / (UNROLL - 4)", "4 % 0", "3.5",
                            "99999999999999999999", "65536 * 65536 * 65536", "1 ? 2 : 3", "UNROLL UNROLL", "()"})
    EXPECT_THROW(value_of(wrong), Error) << wrong;
  EXPECT_THROW(value_of(std::string(100'000, '(')), Error);
  EXPECT_THROW(value_of(std::string(100'000, '!')), Error);
  EXPECT_EQ(value_of(std::string(31, '(') + "1" + std::string(31, ')')), 1);
  EXPECT_THROW(value_of(std::string(32, '(') + "1" + std::string(32, ')')), Error);
}

}  // namespace
}  // namespace modlab
