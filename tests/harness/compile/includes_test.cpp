#include "harness/compile/includes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/error.h"
#include "tests/support/include_bomb.h"
#include "tests/support/odd_includes.h"

namespace modlab::compile {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(IncludedFile, IsFoundInDirectives) {
  EXPECT_EQ(included_file("#include \"a.hlsli\""), "a.hlsli");
  EXPECT_EQ(included_file("  #\tinclude <b.hlsli> "), "b.hlsli");
}

TEST(IncludedFile, IsNotFoundElsewhere) {
  for (const char* line :
       {"int a; #include \"a.hlsli\"", "#include MACRO", "#include \"open", "#define include", "#", ""})
    EXPECT_EQ(included_file(line), std::nullopt) << line;
}

TEST(WithIncludes, LinesTellWhereTheyCameFrom) {
  const ShaderSources sources{{"main.hlsl", "one\n#include \"part.hlsli\"\nthree\n"}, {"part.hlsli", "part\n"}};
  EXPECT_EQ(with_includes("main.hlsl", sources),
            "#line 1 \"main.hlsl\"\none\n#line 1 \"part.hlsli\"\npart\n#line 3 \"main.hlsl\"\nthree\n");
}

TEST(WithIncludes, WhatCannotBeIncludedIsAnError) {
  const ShaderSources sources{{"a.hlsl", "#include \"b.hlsli\"\n#include \"none.hlsli\"\n"},
                              {"b.hlsli", "#include \"a.hlsl\"\n"}};
  EXPECT_EQ(with_includes("a.hlsl", sources),
            "#line 1 \"a.hlsl\"\n#line 1 \"b.hlsli\"\n#error 'a.hlsl' includes itself\n#line 2 \"a.hlsl\"\n#error no "
            "shader source is named 'none.hlsli'\n");
}

TEST(WithIncludes, FollowsTheDirectivesThatAPreprocessorSees) {
  for (const std::string& directive : kIncludesOfPart) {
    const std::string text = with_includes("a.hlsl", {{"a.hlsl", directive}, {"part.hlsli", "part\n"}});
    EXPECT_THAT(text, HasSubstr("\"part.hlsli\"\npart\n")) << directive;
  }
  for (const std::string& other : kNoIncludes)
    EXPECT_THAT(with_includes("a.hlsl", {{"a.hlsl", other}, {"part.hlsli", "part\n"}}), Not(HasSubstr("\npart")))
        << other;
}

TEST(WithIncludes, LeavesNoIncludeToACompiler) {
  for (const std::string& way : kWaysOut) {
    const std::string text = with_includes("a.hlsl", {{"a.hlsl", way}, {"part.hlsli", "part\n"}});
    EXPECT_THAT(text, Not(ContainsRegex("include(_next)?[ \t]*[\"<F]|import"))) << way;
    EXPECT_THAT(text, HasSubstr("\n#error ")) << way;
  }
}

TEST(WithIncludes, NoLineIsContinuedThatWasNot) {
  for (const std::string source :
       {"#\\/**/\ninclude \"x\"\n", "#\\\\\n\ninclude \"x\"\n", "#\\ // \ninclude \"x\"\n", "#\\"})
    EXPECT_THAT(with_includes("a.hlsl", {{"a.hlsl", source}}), Not(HasSubstr("\\"))) << source;
}

TEST(WithIncludes, AFilesNameIsNoDirective) {
  EXPECT_EQ(with_includes("a\"\n#include \"b\\c", {{"a\"\n#include \"b\\c", "one\n"}}),
            "#line 1 \"a__#include _b/c\"\none\n");
}

TEST(WithIncludes, KeepsEveryLineInItsPlace) {
  const ShaderSources sources{
      {"a.hlsl", "one /* a\nb */ two\n#define A 1 \\\n  + 2\nfive // six \\\nsix\n\"/*\" eight"}};
  EXPECT_EQ(with_includes("a.hlsl", sources),
            "#line 1 \"a.hlsl\"\none      two\n\n#define A 1   + 2\n\nfive \n\n\"/*\" eight\n");
}

/// The message with which 0.hlsl is refused, or what begins its text.
std::string refusal(const ShaderSources& sources) {
  try {
    return with_includes("0.hlsl", sources).substr(0, 100);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(WithIncludes, BombsAreRefused) {
  EXPECT_EQ(refusal(include_bomb(31, 2)), "0.hlsl: with its includes it has more than 16 MiB");
  EXPECT_EQ(refusal(include_bomb(64, 1)), "0.hlsl: its includes are more than 64 deep");
  EXPECT_THAT(refusal(include_bomb(63, 1)), HasSubstr("#line"));
  EXPECT_EQ(reachable_files("0.hlsl", include_bomb(31, 2)).size(), 32U) << "each file once, in no time";
}

TEST(WithIncludes, WhatIsWrittenBetweenTheSourcesCounts) {
  const auto repeated = [](int times, std::string_view line) {
    std::string text;
    while (times-- > 0) text += line;
    return text;
  };
  const std::string long_name(100'000, 'k');
  EXPECT_EQ(
      refusal(
          {{"0.hlsl", "#include \"" + long_name + "\"\n"}, {long_name, repeated(200, "#include \"e\"\n")}, {"e", ""}}),
      "0.hlsl: with its includes it has more than 16 MiB");
  for (const char* refused : {"#include \"\"\n", "#include\n", "#include \"0.hlsl\"\n"})
    EXPECT_EQ(refusal({{"0.hlsl", repeated(700'000, refused)}}), "0.hlsl: with its includes it has more than 16 MiB")
        << refused;
}

TEST(ReachableFiles, OfAChainAreHoweverManyItHas) {
  EXPECT_EQ(reachable_files("0.hlsl", include_bomb(100'000, 1)).size(), 100'001U);
}

TEST(ReachableFiles, AreThoseOfEveryDirectiveEachOnce) {
  const ShaderSources sources{{"main.hlsl", "#include \"b.hlsli\"\n#if X\n#include \"a.hlsli\"\n#endif\n"},
                              {"b.hlsli", "#include \"a.hlsli\"\n#include \"none.hlsli\"\n"},
                              {"a.hlsli", "#include \"main.hlsl\"\n"},
                              {"other.hlsli", ""}};
  EXPECT_EQ(reachable_files("main.hlsl", sources),
            (std::vector<std::string>{"main.hlsl", "b.hlsli", "a.hlsli", "none.hlsli"}));
  EXPECT_EQ(reachable_files("none.hlsl", sources), std::vector<std::string>{"none.hlsl"});
}

}  // namespace
}  // namespace modlab::compile
