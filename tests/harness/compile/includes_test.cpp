#include "harness/compile/includes.h"

#include <gtest/gtest.h>

namespace modlab {
namespace {

TEST(IncludedFile, IsFoundInDirectives) {
  EXPECT_EQ(included_file("#include \"a.hlsli\""), "a.hlsli");
  EXPECT_EQ(included_file("  #\tinclude <b.hlsli> // why"), "b.hlsli");
}

TEST(IncludedFile, IsNotFoundElsewhere) {
  for (const char* line : {"// #include \"a.hlsli\"", "#include MACRO", "#include \"open", "#define include", "#", ""})
    EXPECT_EQ(included_file(line), std::nullopt) << line;
}

TEST(WithIncludes, LinesTellWhereTheyCameFrom) {
  const ShaderSources sources{{"main.hlsl", "one\n#include \"part.hlsli\"\nthree\n"}, {"part.hlsli", "part\n"}};
  EXPECT_EQ(with_includes("main.hlsl", sources),
            "#line 1 \"main.hlsl\"\none\n#line 1 \"part.hlsli\"\npart\n#line 3 \"main.hlsl\"\nthree\n");
}

TEST(WithIncludes, WhatCannotBeIncludedStays) {
  const ShaderSources sources{{"a.hlsl", "#include \"b.hlsli\"\n#include \"none.hlsli\"\n"},
                              {"b.hlsli", "#include \"a.hlsl\"\n"}};
  EXPECT_EQ(with_includes("a.hlsl", sources),
            "#line 1 \"a.hlsl\"\n#line 1 \"b.hlsli\"\n#include \"a.hlsl\"\n#line 2 \"a.hlsl\"\n#include "
            "\"none.hlsli\"\n");
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
}  // namespace modlab
