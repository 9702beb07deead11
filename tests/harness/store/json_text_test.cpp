#include "harness/store/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "kernels/error.h"

namespace modlab::store {
namespace {

TEST(JsonText, RefusesNestingThatCopyingWouldNotSurvive) {
  EXPECT_EQ(parse_json(std::string(20, '[') + std::string(20, ']')).size(), 1u);
  constexpr std::size_t kDeep = 1'000'000;
  EXPECT_THROW(parse_json(std::string(kDeep, '[') + std::string(kDeep, ']')), Error);
}

TEST(JsonText, WhatIsNoJsonIsAnError) {
  for (const char* text : {"", "{", "{} {}", "nan", "1e999", "\"\xff\""}) EXPECT_THROW(parse_json(text), Error) << text;
}

TEST(JsonText, WholeNumbersAreNeitherWrappedNorRounded) {
  EXPECT_EQ(whole_number(parse_json("18446744073709551615")), 18446744073709551615u);
  EXPECT_EQ(whole_number(parse_json("255"), 255), 255u);
  for (const char* text : {"256", "-1", "1.5", "1e2", "1e300", "-1e300", "18446744073709551616", "true", "null", "[]"})
    EXPECT_THROW(whole_number(parse_json(text), 255), Error) << text;
}

TEST(JsonText, SaysWhatIsWrongInPlainWords) {
  const auto fault_of = [](const char* text) {
    try {
      read_json([&] { return parse_json(text).at("runs").at(0).get<std::string>(); });
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_TRUE(fault_of("{\n\"runs\"").starts_with("parse error at line 2, column 7: ")) << fault_of("{\n\"runs\"");
  EXPECT_EQ(fault_of("{}"), "key 'runs' not found");
  EXPECT_EQ(fault_of("[1]"), "array where an object should be");
  EXPECT_EQ(fault_of(R"({"runs": []})"), "array index 0 is out of range");
  EXPECT_EQ(fault_of(R"({"runs": [1]})"), "type must be string, but is number");
}

TEST(JsonText, WhatIsNotKnownIsLeftOut) {
  using nlohmann::json;
  const json known = {{"one", 1}, {"list", {1.5, "two", {{"three", 3}}}}};
  json unknown = known;
  unknown["null"] = nullptr;
  unknown["nan"] = std::nan("");
  unknown["list"][2]["infinity"] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(without_unknown(unknown), known);
  EXPECT_EQ(without_unknown(known), known);
  EXPECT_EQ(without_unknown(5), 5);
}

TEST(JsonText, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(json_text("a\xff.csv"), "\"a\xef\xbf\xbd.csv\"");
  EXPECT_EQ(parse_json(json_text("a\xff.csv")), "a\xef\xbf\xbd.csv");
}

}  // namespace
}  // namespace modlab::store
