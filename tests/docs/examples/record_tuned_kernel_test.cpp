// The example as its first reader runs it: tune, ask for the best, hand it to a program.
#include <gtest/gtest.h>

#include "harness/system/file.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

ProcessResult run_example(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{MODLAB_EXAMPLE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command);
}

const std::string kResults =
    "-3000 mod 3.5 = 3\n-1136.75 mod -1.75 = -1\n726.5 mod 3.5 = 2\n2589.75 mod -1.75 = -0.25\ncomputed by ";

TEST(RecordTunedKernel, ComputesWithTheVariantThatWasTuned) {
  TemporaryFolder folder;
  const std::vector<std::string> own_results{"MODLAB_RESULTS_DIR=" + (folder / "results").string()};
  const ProcessResult tune = run_process(
      {MODLAB_PROGRAM, "tune", "--op", "floor", "--shape", "1024", "--where", "access=typed", "--budget", "1s"},
      own_results);
  ASSERT_EQ(tune.status, 0) << tune.err;
  const ProcessResult best =
      run_process({MODLAB_PROGRAM, "best", "--op", "floor", "--shape", "1024", "--json"}, own_results);
  ASSERT_EQ(best.status, 0) << best.err;
  replace_file(folder / "best.json", best.out);

  const ProcessResult result = run_example({(folder / "best.json").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with(kResults + "typed-")) << result.out;
}

TEST(RecordTunedKernel, ComputesWithTheUsersKernelThatWon) {
  TemporaryFolder folder;
  const std::vector<std::string> own_results{"MODLAB_RESULTS_DIR=" + (folder / "results").string()};
  const std::string kernel = (folder / "mine.hlsl").string();
  ASSERT_EQ(run_process({MODLAB_PROGRAM, "kernel", "new", kernel}).status, 0);
  const ProcessResult tune = run_process({MODLAB_PROGRAM, "tune", "--shape", "1024", "--only-kernel", "--kernel",
                                          kernel, "--budget", "1e", "--rounds", "0"},
                                         own_results);
  ASSERT_EQ(tune.status, 0) << tune.err;
  const ProcessResult best =
      run_process({MODLAB_PROGRAM, "best", "--op", "floor", "--shape", "1024", "--json"}, own_results);
  ASSERT_EQ(best.status, 0) << best.err;
  replace_file(folder / "best.json", best.out);

  const ProcessResult result = run_example({(folder / "best.json").string(), kernel});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with(kResults + "mine:")) << result.out;
  replace_file(kernel, read_file(kernel) + "// changed\n");
  EXPECT_NE(run_example({(folder / "best.json").string(), kernel}).err.find("mine.hlsl has changed since"),
            std::string::npos);
}

TEST(RecordTunedKernel, SaysWhatIsWrongWithTheAnswer) {
  TemporaryFolder folder;
  replace_file(folder / "best.json", "[]");
  const ProcessResult result = run_example({(folder / "best.json").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(result.err.starts_with("record_tuned_kernel: no answer for floor/f32/1024/packed/out/mixed"))
      << result.err;
}

}  // namespace
}  // namespace modlab
