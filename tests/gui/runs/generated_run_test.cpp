#include "gui/runs/generated_run.h"

#include <gtest/gtest.h>

#include "harness/analysis/run.h"
#include "harness/store/samples.h"
#include "harness/system/file.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/variant.h"
#include "tests/support/temporary_folder.h"

namespace modlab::gui {
namespace {

TEST(GeneratedRun, HasRealVariantsAndIsTheSameEveryTime) {
  const TemporaryFolder folder;
  write_generated_run(folder / "run.csv", 3000);
  const analysis::RunPointer run = analysis::load_run(folder / "run.csv");
  EXPECT_EQ(run->context_error, "");
  ASSERT_EQ(run->rows().size(), 3000U);
  EXPECT_GT(run->groups.size(), 1U);
  for (const store::Row& row : run->rows()) EXPECT_EQ(name_of(modulus::parse_variant(row.variant)), row.variant);
  EXPECT_FALSE(store::read_samples(folder / "run.csv").empty());
  const std::string text = read_file(folder / "run.csv");
  write_generated_run(folder / "run.csv", 3000);
  EXPECT_EQ(read_file(folder / "run.csv"), text);
}

}  // namespace
}  // namespace modlab::gui
