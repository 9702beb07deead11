#include "gui/reproduce.h"

#include <gtest/gtest.h>

#include "tests/gui/analyses_rows.h"

namespace modlab {
namespace {

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

}  // namespace
}  // namespace modlab
