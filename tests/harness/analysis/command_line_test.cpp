#include "harness/analysis/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::EndsWith;

TEST(ReproducingCommand, NamesWorkloadVariantAndWhatIsNotTheDefault) {
  store::Row row = variant_row({}, 1);
  const std::string plain =
      "modlab measure floor/f32/1024/packed/out/mixed --variant raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1";
  EXPECT_EQ(reproducing_command(row, nullptr), plain);
  row.adapter = "llvmpipe (LLVM 15.0.6, 128 bits)";
  row.seed = 7;
  row.mode = "cold";
  store::RunContext context;
  context.cache_bytes = std::uint64_t{50} << 20U;
  EXPECT_EQ(reproducing_command(row, &context),
            plain + " --mode cold --cache-mib 50 --seed 7 --adapter \"llvmpipe (LLVM 15.0.6, 128 bits)\"");
}

TEST(ReproducingCommand, HasThePeerOrTheFileOfAUsersKernel) {
  EXPECT_EQ(reproducing_command(peer_row(1), nullptr), "modlab tune floor/f32/1024/packed/out/mixed --peer directml");
  store::Row row = variant_row({}, 1);
  row.variant = "mine:U=1-d3dcompile-5.1-01234567";
  const std::string own =
      "modlab measure floor/f32/1024/packed/out/mixed --variant mine:U=1-d3dcompile-5.1-01234567 --kernel ";
  EXPECT_EQ(reproducing_command(row, nullptr), own + "mine.hlsl");
  row.variant = "../theirs/mine:U=1-d3dcompile-5.1-01234567";
  EXPECT_EQ(reproducing_command(row, nullptr), std::nullopt);
}

TEST(ReproducingCommand, NothingInARowBecomesAnOptionOrAnotherCommand) {
  store::Row row = variant_row({}, 1);
  row.adapter = "--runtime=./evil.so";
  EXPECT_THAT(reproducing_command(row, nullptr).value(), EndsWith(" --adapter=--runtime=./evil.so"));
  row.adapter = "GPU \"; touch ran; \x1b[201~";
  EXPECT_EQ(reproducing_command(row, nullptr), std::nullopt);
  row.adapter.clear();
  row.op = "--runtime=.";
  EXPECT_EQ(reproducing_command(row, nullptr), std::nullopt);
}

}  // namespace
}  // namespace modlab::analysis
