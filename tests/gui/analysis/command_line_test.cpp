#include "gui/analysis/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gui/analysis/variant_rows.h"

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

TEST(ResumingWords, GoOnWithARunAndDropItsOtherFiles) {
  EXPECT_THAT(resuming_words(kept_words("modlab tune --op floor --out a.csv --seed 3"), "a b.csv"),
              ElementsAre("tune", "--op", "floor", "--seed", "3", "--resume", "a b.csv"));
  EXPECT_THAT(resuming_words(kept_words("modlab measure x --resume=a.csv"), "a.csv"),
              ElementsAre("measure", "x", "--resume", "a.csv"));
  EXPECT_THAT(resuming_words(kept_words("modlab tune --out"), "a.csv"), ElementsAre("tune", "--resume", "a.csv"));
  EXPECT_THAT(resuming_words(kept_words("modlab verify --out a.csv"), "a.csv"), IsEmpty());
  EXPECT_THAT(resuming_words(kept_words(""), "a.csv"), IsEmpty());
}

}  // namespace
}  // namespace modlab
