#include "harness/store/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kernels/error.h"

namespace modlab {
namespace {

TEST(JsonText, RefusesNestingThatCopyingWouldNotSurvive) {
  EXPECT_EQ(parse_json(std::string(20, '[') + std::string(20, ']')).size(), 1u);
  constexpr std::size_t kDeep = 1'000'000;
  EXPECT_THROW(parse_json(std::string(kDeep, '[') + std::string(kDeep, ']')), Error);
}

TEST(JsonText, WhatIsNoJsonIsAnError) {
  for (const char* text : {"", "{", "{} {}", "nan", "1e999", "\"\xff\""}) EXPECT_THROW(parse_json(text), Error) << text;
}

TEST(JsonText, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(json_text("a\xff.csv"), "\"a\xef\xbf\xbd.csv\"");
  EXPECT_EQ(parse_json(json_text("a\xff.csv")), "a\xef\xbf\xbd.csv");
}

}  // namespace
}  // namespace modlab
