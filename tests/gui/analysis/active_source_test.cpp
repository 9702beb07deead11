#include "gui/analysis/active_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace modlab {
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
}  // namespace modlab
