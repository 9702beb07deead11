#include "harness/analysis/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tests/support/variant_rows.h"

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ReproducingCommand, NamesWorkloadVariantAndWhatIsNotTheDefault) {
  Row row = variant_row({}, 1);
  const std::string plain =
      "modlab measure floor/f32/1024/packed/out/mixed --variant raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1";
  EXPECT_EQ(reproducing_command(row, nullptr), plain);
  row.adapter = "llvmpipe (LLVM 15.0.6, 128 bits)";
  row.seed = 7;
  row.mode = "cold";
  RunContext context;
  context.cache_bytes = std::uint64_t{50} << 20U;
  EXPECT_EQ(reproducing_command(row, &context),
            plain + " --mode cold --cache-mib 50 --seed 7 --adapter \"llvmpipe (LLVM 15.0.6, 128 bits)\"");
}

TEST(ReproducingCommand, HasThePeerOrTheFileOfAUsersKernel) {
  EXPECT_EQ(reproducing_command(variant_row(kDirectMl, 1), nullptr),
            "modlab tune floor/f32/1024/packed/out/mixed --peer directml");
  Row row = variant_row({}, 1);
  row.variant = "mine:U=1-d3dcompile-5.1-01234567";
  const std::string own =
      "modlab measure floor/f32/1024/packed/out/mixed --variant mine:U=1-d3dcompile-5.1-01234567 --kernel ";
  EXPECT_EQ(reproducing_command(row, nullptr), own + "mine.hlsl");
  RunContext context;
  context.command = {"modlab", "tune", "--kernel", "work/other.hlsl", "--kernel", "work/mine.hlsl"};
  EXPECT_EQ(reproducing_command(row, &context), own + "work/mine.hlsl");
}

TEST(ShellLine, QuotesWhatAShellWouldSplit) {
  EXPECT_EQ(shell_line({"modlab", "tune", "--where", "threads=64,128"}), "modlab tune --where threads=64,128");
  EXPECT_EQ(shell_line({"--out", "my runs/a.csv", ""}), "--out \"my runs/a.csv\" \"\"");
  EXPECT_EQ(shell_line({R"(a "b" $c)"}), R"("a \"b\" \$c")");
}

TEST(ResumingArguments, ReplaceOutAndResumeWithTheJournal) {
  EXPECT_THAT(resuming_arguments({"tune", "--op", "floor", "--out", "a b.csv", "--seed", "3"}, "a b.csv"),
              ElementsAre("tune", "--op", "floor", "--seed", "3", "--resume", "a b.csv"));
  EXPECT_THAT(resuming_arguments({"measure", "x", "--resume=a.csv"}, "a.csv"),
              ElementsAre("measure", "x", "--resume", "a.csv"));
  EXPECT_THAT(resuming_arguments({"tune", "--out"}, "a.csv"), ElementsAre("tune", "--resume", "a.csv"));
  EXPECT_THAT(resuming_arguments({"verify", "--out", "a.csv"}, "a.csv"), IsEmpty());
  EXPECT_THAT(resuming_arguments({}, "a.csv"), IsEmpty());
}

TEST(ResumingArguments, KeepPathsWithSpacesWhole) {
  const TemporaryFolder folder;
  RunContext context;
  context.command = {"modlab", "tune", "--runtime", "/opt/my drivers/d3d12.so", "--out", "old runs/run.csv"};
  write_context(folder / "run.csv", context);
  const RunContext read = read_context(folder / "run.csv");
  EXPECT_THAT(resuming_arguments(arguments_of(read.command), "new runs/run.csv"),
              ElementsAre("tune", "--runtime", "/opt/my drivers/d3d12.so", "--resume", "new runs/run.csv"));
}

}  // namespace
}  // namespace modlab
