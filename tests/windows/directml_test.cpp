// Microsoft's DirectML as modlab.exe runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "harness/store/journal.h"
#include "harness/store/npy.h"
#include "harness/store/run_context.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"
#include "kernels/split.h"
#include "tests/windows/windows_program.h"

namespace modlab {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kDirectMl = " --directml Z:" MODLAB_DIRECTML;

template <typename T>
store::NpyArray array_of(DataType type, Shape shape, const std::vector<T>& values) {
  store::NpyArray array{
      .type = type, .shape = std::move(shape), .data = std::vector<std::byte>(values.size() * sizeof(T))};
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

template <typename T>
std::vector<T> values_of(const store::NpyArray& array) {
  std::vector<T> values(array.data.size() / sizeof(T));
  std::memcpy(values.data(), array.data.data(), array.data.size());
  return values;
}

class DirectMlPeer : public WindowsProgram {
 protected:
  /// What DirectML makes of two arrays.
  store::NpyArray compute(const std::string& op, const store::NpyArray& a, const store::NpyArray& b,
                          const std::string& more = {}) {
    store::write_npy(path("a.npy"), a);
    store::write_npy(path("b.npy"), b);
    const ProcessResult result =
        run("modlab.exe compute --peer directml --op " + op + " --a " + windows_path("a.npy") + " --b " +
            windows_path("b.npy") + " --out " + windows_path("o.npy") + kDirectMl + more);
    EXPECT_EQ(result.status, 0) << result.err;
    return store::read_npy(path("o.npy"));
  }
};

// docs/numerics.md has them.
TEST_F(DirectMlPeer, FloatsAreWhatTheDocumentationSays) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const store::NpyArray a = array_of<float>(DataType::f32, {8}, {5, -5, 5, -5, 1, 3, 2.9999998F, 1e10F});
  const store::NpyArray b = array_of<float>(DataType::f32, {8}, {3, 3, -3, -3, kInfinity, -3, 3, 3});
  const auto floor = values_of<float>(compute("floor", a, b));
  EXPECT_EQ(std::vector<float>(floor.begin(), floor.begin() + 4), (std::vector<float>{2, 1, -1, -2}));
  const auto truncate = values_of<float>(compute("truncate", a, b));
  EXPECT_EQ(std::vector<float>(truncate.begin(), truncate.begin() + 4), (std::vector<float>{2, -2, 2, -2}));
  for (const auto& result : {floor, truncate}) {
    EXPECT_TRUE(std::isnan(result[4])) << "an infinite divisor";
    EXPECT_EQ(std::bit_cast<std::uint32_t>(result[5]), 0U) << "+0, whatever the signs";
    EXPECT_LT(result[6], 0) << "out of range";
    EXPECT_LT(result[7], -3) << "a large quotient";
  }
}

TEST_F(DirectMlPeer, IntegersAreExactUnlessTheDivisorIsZero) {
  for (const DataType type : {DataType::i8, DataType::u8, DataType::i32, DataType::u32}) {
    modulus::Workload workload{.rounding = modulus::Rounding::floor, .type = type, .shape = {65536}};
    workload.data_set = bytes_of(type) == 1 ? modulus::DataSet::exhaustive : modulus::DataSet::mixed;
    const modulus::HostOperands operands = modulus::make_operands(workload, 0);
    const auto theirs = compute("floor", {type, workload.shape, operands.a}, {type, workload.shape, operands.b});
    const std::vector<std::byte> exact = modulus::compute_reference(describe(workload), operands);
    const std::size_t size = bytes_of(type);
    std::size_t wrong = 0;
    for (std::size_t at = 0; at < exact.size(); at += size) {
      const bool zero =
          std::all_of(&operands.b[at], &operands.b[at] + size, [](std::byte x) { return x == std::byte{}; });
      if (!zero && std::memcmp(&theirs.data[at], &exact[at], size) != 0) ++wrong;
    }
    EXPECT_EQ(wrong, 0U) << name_of(type);
  }
}

TEST_F(DirectMlPeer, ABroadcastDivisorAndAResultInPlaceAreRight) {
  const store::NpyArray a = array_of<std::int32_t>(DataType::i32, {2, 3}, {-7, 8, 9, 10, -11, 12});
  const store::NpyArray b = array_of<std::int32_t>(DataType::i32, {3}, {3, -5, 7});
  const std::vector<std::int32_t> want{2, -2, 2, 1, -1, 5};
  EXPECT_EQ(values_of<std::int32_t>(compute("floor", a, b)), want);
  EXPECT_EQ(values_of<std::int32_t>(compute("floor", a, b, " --in-place a")), want);
}

TEST_F(DirectMlPeer, AnOracleSaysWhereItDiffersFromExactKernels) {
  const ProcessResult result =
      run("modlab.exe verify --against directml --dtype f32,i32,u8 --op floor --data-set edges" + kDirectMl);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out,
              ContainsRegex("^DirectML 1\\.15\\.4\\.[0-9]+ \\(execution flags: none\\) against exact kernels on "));
  EXPECT_THAT(result.out, ContainsRegex("\n      infinite divisor: .* mod -?inf = -?nan, ours "));
  EXPECT_THAT(result.out, ContainsRegex("\n      sign of zero: .* = 0, ours -0\n"));
  EXPECT_THAT(result.out, ContainsRegex("\ni32   floor +5049 +[0-9]+ +[1-9][0-9]* +0 +0 +0 +0 +0\n"));
  EXPECT_THAT(result.out, ContainsRegex("\nu8    floor .*\n      division by zero: [0-9]+ mod 0 = 255, ours 0\n"));
}

TEST_F(DirectMlPeer, IsTimedBesideTheVariants) {
  const ProcessResult result =
      run("modlab.exe measure --op floor --dtype f32,u8 --shape 4096 --peer directml --rounds 10 "
          "--where algorithm=longdiv,fixup --where threads=64 --where per_thread=1 "
          "--where load_bytes=16 --where access=raw --where binding=root --where loop=group "
          "--where streamed=no --out " +
          windows_path("run.csv") + kDirectMl);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("  peer     directml, DirectML 1.15.4"));
  EXPECT_THAT(result.out, ContainsRegex("the exact winner is [0-9.]+x as fast \\([0-9.]+ to [0-9.]+\\)\n"));
  EXPECT_THAT(store::read_context(path("run.csv")).peers, ElementsAre(StartsWith("DirectML 1.15.4")));
  std::size_t peers = 0;
  for (const store::Row& row : store::read_journal(path("run.csv")).rows) {
    EXPECT_EQ(row.status, "ok") << row.variant << ": " << row.detail;
    if (row.variant != "directml") continue;
    ++peers;
    EXPECT_EQ(row.accuracy, "peer");
    EXPECT_GT(row.gbps, 0.0);
    if (row.dtype == "f32") {
      EXPECT_GT(row.mismatches, 0U);
    }
  }
  EXPECT_EQ(peers, 2U);
}

TEST_F(DirectMlPeer, IsAnEntryOfGoogleBenchmark) {
  const ProcessResult result =
      run("modlab-bench.exe --op truncate --dtype i32 --shape 4096 --placement in-a --mode cold --cache-mib 1 --peer "
          "directml --benchmark_filter=/directml --benchmark_format=csv" +
          kDirectMl);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("\"truncate/i32/4096/packed/in-a/mixed/directml/[^\n]*,\"peer, [0-9]+ results "
                                        "inexact\",,,[0-9.]+"));
  EXPECT_THAT(result.err, ContainsRegex("peer: DirectML 1\\.15\\.4"));
}

// Ours may be the stricter one only for outputs whose elements overlap, which docs/numerics.md explains.
TEST_F(DirectMlPeer, ItTakesEveryDescriptionThatWeTake) {
  const ProcessResult result = run("../tests/directml_descriptors.exe Z:" MODLAB_DIRECTML " 1000");
  ASSERT_EQ(result.status, 0) << result.err;
  std::size_t both_take = 0;
  std::size_t both_refuse = 0;
  for (const std::string_view line : split(result.out, '\n')) {
    if (line.starts_with("takes takes:")) ++both_take;
    if (line.starts_with("refuses refuses:")) ++both_refuse;
    EXPECT_FALSE(line.starts_with("refuses takes:")) << line;
    const bool stricter = line.starts_with("takes refuses:");
    EXPECT_TRUE(!stricter || line.ends_with("an output's elements must not overlap")) << line;
  }
  EXPECT_GT(both_take, 300U);
  EXPECT_GT(both_refuse, 300U);
}

TEST_F(DirectMlPeer, ALibraryThatIsNotThereIsOneLine) {
  const ProcessResult result = run("modlab.exe verify --against directml --op floor --directml Z:/no/DirectML.dll");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(StartsWith("modlab: "), HasSubstr("Z:/no/DirectML.dll"), HasSubstr("--directml")));
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
}

// Wine's own Direct3D 12 lacks what DirectML needs.
TEST_F(DirectMlPeer, ADeviceThatItDoesNotTakeIsOneLine) {
  const ProcessResult result = run("modlab.exe verify --against directml --op floor");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(StartsWith("modlab: "), HasSubstr("DirectML.dll"), HasSubstr("does not start")));
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
}

}  // namespace
}  // namespace modlab
