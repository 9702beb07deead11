#include "harness/compile/load_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/system/file.h"
#include "kernels/error.h"
#include "tests/support/include_bomb.h"
#include "tests/support/odd_includes.h"
#include "tests/support/temporary_folder.h"

namespace modlab::compile {
namespace {

using ::testing::HasSubstr;

const std::string kText =
    "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n#include "
    "\"modlab.hlsli\"\n";

class LoadKernel : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    replace_file(folder_ / name, text);
  }
  [[nodiscard]] KernelPtr load(const std::string& text) {
    write("mine.hlsl", text);
    return load_kernel(folder_ / "mine.hlsl");
  }
  [[nodiscard]] std::string fault_of(const std::string& text) {
    try {
      static_cast<void>(load(text));
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }

  TemporaryFolder folder_;
};

TEST_F(LoadKernel, TakesWhatItIncludesOfItsFolder) {
  write("parts/one.hlsli", "#include \"two.hlsli\"\n");
  write("two.hlsli", "#include \"mine.hlsl\"\n// around in a circle\n");
  const KernelPtr kernel = load(kText + "#include \"parts/one.hlsli\"\n");
  EXPECT_EQ(kernel->sources.size(), 3U);
  EXPECT_TRUE(kernel->sources.contains("parts/one.hlsli"));
  EXPECT_TRUE(kernel->all_sources->contains("modlab.hlsli"));
  EXPECT_EQ(kernel->hash.size(), 8U);
}

TEST_F(LoadKernel, IsKnownByTheContentOfAllItsFiles) {
  write("part.hlsli", "static const uint kPart = 1;\n");
  const std::string text = kText + "#include \"part.hlsli\"\n";
  const std::string hash = load(text)->hash;
  EXPECT_EQ(load(text)->hash, hash);
  EXPECT_NE(load(text + "\n")->hash, hash);
  write("part.hlsli", "static const uint kPart = 2;\n");
  EXPECT_NE(load(text)->hash, hash);
}

TEST_F(LoadKernel, IncludesFromElsewhereAreRefused) {
  for (const std::string name : {"", "../secret.hlsli", "/etc/hostname", "parts/../../secret.hlsli"})
    EXPECT_THAT(fault_of("\n#include \"" + name + "\"\n" + kText), HasSubstr("mine.hlsl:2: '" + name + "' is outside"));
  std::filesystem::create_symlink("/etc/hostname", folder_ / "link.hlsli");
  EXPECT_THAT(fault_of(kText + "#include \"link.hlsli\"\n"), HasSubstr("mine.hlsl:6: 'link.hlsli' is outside"));
  EXPECT_THAT(fault_of(kText + "#include \"absent.hlsli\"\n"), HasSubstr("mine.hlsl:6: there is no 'absent.hlsli'"));
  write("element.hlsli", "");
  EXPECT_THAT(fault_of(kText + "#include \"element.hlsli\"\n"), HasSubstr("'element.hlsli' is also a header"));
}

TEST_F(LoadKernel, IncludesAreFoundAsPreprocessorsFindThem) {
  write("part.hlsli", "\n");
  for (const std::string& directive : kIncludesOfPart)
    EXPECT_EQ(load(kText + directive)->sources.size(), 2U) << directive;
  for (const std::string& other : kNoIncludes) EXPECT_EQ(load(kText + other)->sources.size(), 1U) << other;
  for (const std::string& way : kWaysOut) EXPECT_THAT(fault_of(kText + way), HasSubstr("mine.hlsl:")) << way;
  EXPECT_EQ(fault_of(kText + "#define F \"part.hlsli\"\n#include F\n"),
            "mine.hlsl:7: an include stands alone on its line, with the file's name in quotes");
}

TEST_F(LoadKernel, IncludeBombsAreRefused) {
  for (const auto& [name, text] : include_bomb(31, 2)) write(name, text);
  EXPECT_EQ(fault_of(kText + "#include \"0.hlsl\"\n"), "mine.hlsl: with its includes it has more than 16 MiB");
}

TEST_F(LoadKernel, ReadsThroughAByteOrderMark) {
  const KernelPtr plain = load(kText);
  const KernelPtr marked = load("\xef\xbb\xbf" + kText);
  EXPECT_EQ(marked->sources, plain->sources);
  EXPECT_EQ(marked->hash, plain->hash) << "it is the same kernel";
}

TEST_F(LoadKernel, ConstraintsThatLeaveNothingAreRefused) {
  EXPECT_EQ(fault_of(kText + "// modlab: axis N = 1, 2\n// modlab: constraint N > 1\n"), "none");
  EXPECT_THAT(fault_of(kText + "// modlab: axis N = 1, 2\n// modlab: constraint N > 1\n// modlab: constraint N < 2\n"),
              HasSubstr("mine.hlsl:7: no combination of the axes' values satisfies every constraint"));
}

TEST_F(LoadKernel, WhatIsNoKernelIsRefused) {
  EXPECT_THROW(load_kernel(folder_ / "absent.hlsl"), Error);
  EXPECT_THROW(load_kernel(folder_ / "."), Error);
  EXPECT_THAT(fault_of(std::string(2'000'000, ' ')), HasSubstr("is no kernel"));
}

}  // namespace
}  // namespace modlab::compile
