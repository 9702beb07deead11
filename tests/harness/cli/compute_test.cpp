// `modlab compute` as a user runs it, on real files.
#include <gtest/gtest.h>

#include <cstring>

#include "harness/store/npy.h"
#include "kernels/modulus/reference.h"
#include "kernels/modulus/workload.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

template <typename T>
store::NpyArray array_of(DataType type, Shape shape, const std::vector<T>& values) {
  store::NpyArray array{
      .type = type, .shape = std::move(shape), .data = std::vector<std::byte>(values.size() * sizeof(T))};
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

class ComputeTest : public testing::Test {
 protected:
  ProcessResult compute(const std::vector<std::string>& more = {}, const std::string& op = "floor") {
    std::vector<std::string> command{MODLAB_PROGRAM, "compute", "--op",    op,      "--a",
                                     path("a"),      "--b",     path("b"), "--out", path("o")};
    command.insert(command.end(), more.begin(), more.end());
    return run_process(command);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / (name + ".npy")).string(); }

  /// The documented example: rows of A against one row of B.
  void write_example() {
    store::write_npy(path("a"),
                     array_of<std::int16_t>(DataType::i16, {3, 4}, {-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5}));
    store::write_npy(path("b"), array_of<std::int16_t>(DataType::i16, {4}, {3, 3, -5, 7}));
  }
  const store::NpyArray example_result_ =
      array_of<std::int16_t>(DataType::i16, {3, 4}, {0, 1, -4, 4, 1, 2, 0, 1, 2, 0, -1, 5});

  TemporaryFolder folder_;
};

TEST_F(ComputeTest, TheDocumentedExampleIsTrue) {
  write_example();
  const ProcessResult result = compute();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(store::read_npy(path("o")), example_result_);
}

TEST_F(ComputeTest, InPlaceGivesTheSame) {
  write_example();
  EXPECT_EQ(compute({"--in-place", "a"}).status, 0);
  EXPECT_EQ(store::read_npy(path("o")), example_result_);
}

TEST_F(ComputeTest, TheOutputReplacesNoOperand) {
  write_example();
  EXPECT_EQ(compute({"--out", path("a")}).status, 2) << "--out is given twice";
  const store::NpyArray before = store::read_npy(path("a"));
  const ProcessResult result =
      run_process({MODLAB_PROGRAM, "compute", "--op", "floor", "--a", path("a"), "--b", path("b"), "--out", path("a")});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "modlab: " + path("a") + ": is read by this call, which would write over it; name another file to write\n");
  EXPECT_EQ(store::read_npy(path("a")), before);
}

TEST_F(ComputeTest, ANamedVariantComputesIt) {
  store::write_npy(path("a"), array_of<float>(DataType::f32, {5}, {5, -5, 7.5f, -7.5f, 1e-20f}));
  store::write_npy(path("b"), array_of<float>(DataType::f32, {1}, {-3}));
  const ProcessResult result = compute({"--variant", "typed-b16-x2-t64-grid-split-table-d3dcompile-5.1"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(store::read_npy(path("o")), array_of<float>(DataType::f32, {5}, {-1, -2, -1.5f, -1.5f, -3}));
}

TEST_F(ComputeTest, OneDivisorMayBeKnownToTheKernel) {
  store::write_npy(path("a"), array_of<std::int8_t>(DataType::i8, {5}, {-128, -7, 0, 7, 127}));
  store::write_npy(path("b"), array_of<std::int8_t>(DataType::i8, {}, {-6}));
  const std::string fastmod = "raw-b4-x1-t64-group-fastmod-root-d3dcompile-5.1";
  const ProcessResult result = compute({"--variant", fastmod});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(store::read_npy(path("o")), array_of<std::int8_t>(DataType::i8, {5}, {-2, -1, 0, -5, -5}));
  const ProcessResult refused = compute({"--variant", "raw-b4-x1-t64-group-mask-root-d3dcompile-5.1"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("needs a power of two"), std::string::npos) << refused.err;
}

TEST_F(ComputeTest, BothOperandsMayBeRepeated) {
  store::write_npy(path("a"), array_of<std::uint8_t>(DataType::u8, {3, 1}, {250, 7, 9}));
  store::write_npy(path("b"), array_of<std::uint8_t>(DataType::u8, {1, 3}, {7, 0, 4}));
  EXPECT_EQ(compute({}, "truncate").status, 0);
  EXPECT_EQ(store::read_npy(path("o")), array_of<std::uint8_t>(DataType::u8, {3, 3}, {5, 0, 2, 0, 0, 3, 2, 0, 1}));
}

TEST_F(ComputeTest, DataWritesWhatAnyLayoutComputes) {
  for (const auto& layout : modulus::kLayoutNames) {
    const ProcessResult written =
        run_process({MODLAB_PROGRAM, "data", "--op", "truncate", "--dtype", "u8", "--shape", "6x5x7", "--layout",
                     std::string(layout.name), "--a", path("a"), "--b", path("b"), "--result", path("expected")});
    ASSERT_EQ(written.status, 0) << written.err;
    const ProcessResult computed = compute({}, "truncate");
    ASSERT_EQ(computed.status, 0) << computed.err;
    EXPECT_EQ(store::read_npy(path("o")), store::read_npy(path("expected"))) << layout.name;
  }
}

TEST_F(ComputeTest, WhatIsWrongGetsOneLineAndStatusTwo) {
  write_example();
  const auto refused = [&](const ProcessResult& result) {
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_FALSE(std::filesystem::exists(path("o")));
  };
  refused(compute({}, "modulo"));
  refused(compute({"--in-place", "b"}));
  refused(compute({"--in-place", "c"}));
  refused(compute({"--variant", "typed-b16-x2-t64-grid-split-table-d3dcompile-5.1"}));
  store::write_npy(path("b"), array_of<float>(DataType::f32, {4}, {1, 2, 3, 4}));
  refused(compute());
  store::write_npy(path("b"), array_of<std::int16_t>(DataType::i16, {3}, {1, 2, 3}));
  refused(compute());
  std::filesystem::remove(path("b"));
  refused(compute());
}

TEST_F(ComputeTest, DirectMlIsForWindows) {
  write_example();
  const ProcessResult result = compute({"--peer", "directml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "modlab: there is no DirectML here: DirectML.dll is for Windows, and so is modlab.exe, which "
            "takes it\n");
  EXPECT_EQ(compute({"--peer", "nobody"}).status, 2);
  EXPECT_EQ(compute({"--directml", "DirectML.dll"}).status, 2) << "without --peer";
  EXPECT_EQ(compute({"--peer", "directml", "--variant", "raw-b4-x1-t64-group-fixup-root-d3dcompile-5.1"}).status, 2);
}

}  // namespace
}  // namespace modlab::cli
