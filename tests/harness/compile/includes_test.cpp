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

}  // namespace
}  // namespace modlab
