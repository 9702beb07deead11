#include "gui/analysis/active_source.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string active(const std::string& text, const std::vector<Define>& defines = {}) {
  return active_source("it.hlsl", {{"it.hlsl", text}}, defines);
}

TEST(ActiveSource, LeavesOutTheBranchesNotTaken) {
  const std::string text = "#if N == 1\none\n#elif N == 2\ntwo\n#else\nmany\n#endif\nall\n";
  EXPECT_EQ(active(text, {{"N", "1"}}), "// it.hlsl\none\nall\n");
  EXPECT_EQ(active(text, {{"N", "2"}}), "// it.hlsl\ntwo\nall\n");
  EXPECT_EQ(active(text, {{"N", "3"}}), "// it.hlsl\nmany\nall\n");
}

TEST(ActiveSource, NestsAndAsksWhatIsDefined) {
  const std::string text =
      "#ifdef A\n#ifndef B\na\n#else\nab\n#endif\n#else\n#if 1\nnone\n#endif\n#endif\n#if defined(A) && !defined "
      "B\nagain\n"
      "#endif\n";
  EXPECT_EQ(active(text), "// it.hlsl\nnone\n");
  EXPECT_EQ(active(text, {{"A", "1"}}), "// it.hlsl\na\nagain\n");
  EXPECT_EQ(active(text, {{"A", "1"}, {"B", ""}}), "// it.hlsl\nab\n");
}

TEST(ActiveSource, KnowsWhatTheTextItselfDefines) {
  EXPECT_EQ(
      active("#define TWO (ONE + 1)  // a comment\n#define ONE 1\n#if TWO == 2\nyes\n#endif\n#undef ONE\n#ifdef ONE\n"
             "no\n#endif\n"),
      "// it.hlsl\n#define TWO (ONE + 1)  // a comment\n#define ONE 1\nyes\n#undef ONE\n");
}

TEST(ActiveSource, KeepsWhatItCannotDecide) {
  const std::string text = "#define F(x) x\n#if F(1)\na\n#else\nb\n#endif\n#define SELF SELF\n#if SELF\nc\n#endif\n";
  EXPECT_EQ(active(text), "// it.hlsl\n" + text);
}

TEST(ActiveSource, WhatTakesTooLongToDecideIsUndecided) {
  std::string text = "#define M0 1\n";
  for (int level = 1; level <= 7; ++level) {
    const std::string before = fmt::format("M{}", level - 1);
    text += fmt::format("#define M{} {}", level, before);
    for (int use = 1; use < 12; ++use) text += "+" + before;
    text += "\n";
  }
  text += "#if M7 > 1\na\n#else\nb\n#endif\n#if 1\nc\n#endif\n";
  EXPECT_EQ(active("#if 0\nleft out\n#endif\n" + text), "// it.hlsl\n" + text) << "and so is all that follows";
}

TEST(ActiveSource, KnowsMacrosOfMacrosEightDeep) {
  std::string text;
  for (int level = 0; level < 8; ++level)
    text += fmt::format("#define M{} {:(>31}M{}{:)>31}\n", level + 1, "", level, "");
  EXPECT_EQ(active(text + "#if M7\nyes\n#endif\n", {{"M0", "1"}}), "// it.hlsl\n" + text + "yes\n");
  EXPECT_EQ(active(text + "#if M8\nyes\n#endif\n", {{"M0", "1"}}), "// it.hlsl\n" + text + "#if M8\nyes\n#endif\n");
}

TEST(ActiveSource, LongConditionsAndDeepOnesTakeNoLongerThanTheirText) {
  std::string all_defined = "#if 0";
  for (int i = 0; i < 300'000; ++i) all_defined += " || defined(A)";
  const std::string branches = "\na\n#else\nb\n#endif\n";
  EXPECT_EQ(active(all_defined + branches, {{"A", "1"}}), "// it.hlsl\n" + all_defined + branches);

  std::string begins;
  std::string ends;
  for (int i = 0; i < 500'000; ++i) begins += "#ifndef A\n", ends += "#endif\n";
  EXPECT_EQ(active(begins + "a\n" + ends), "// it.hlsl\na\n");
  EXPECT_EQ(active("#ifdef A\n" + begins + "a\n" + ends + "#else\nb\n#endif\n"), "// it.hlsl\nb\n");
}

TEST(ActiveSource, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(active_source("it.hlsl", {{"it.hlsl", "a\n"}}, {}, stop.get_token()), Error);
}

TEST(ActiveSource, FollowsIncludesAndNamesTheirFiles) {
  const ShaderSources sources{{"it.hlsl", "#include \"a.hlsli\"\nmain\n"},
                              {"a.hlsli", "#if X\nx\n#endif\n\n\nalways\n"}};
  EXPECT_EQ(active_source("it.hlsl", sources, {}), "// a.hlsli\nalways\n\n// it.hlsl\nmain\n");
}

TEST(ActiveSource, OfOurShadersHasNoConditionLeft) {
  const std::vector<Define> defines{{"WORDS", "1"}};
  for (const char* file : {"modulus.hlsl", "modulus_rows.hlsl", "modulus_staged.hlsl", "modulus_tiled.hlsl"}) {
    const std::string text = active_source(file, embedded_shaders(), defines);
    EXPECT_THAT(text, HasSubstr("void main("));
    EXPECT_THAT(text, Not(HasSubstr("#if"))) << file;
    EXPECT_THAT(text, Not(HasSubstr("#endif"))) << file;
  }
}

}  // namespace
}  // namespace modlab::gui
