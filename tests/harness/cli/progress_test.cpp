// The line that shows how far a run is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/split.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using ::testing::HasSubstr;

const std::string kTune =
    " tune --op floor --shape 4099 --strategy exhaustive --where threads=64 --where load_bytes=16 "
    "--where loop=group --where per_thread=1 --where binding=root --where access=raw --where precise=no --where "
    "streamed=no --where algorithm=split";

TEST(ProgressOfARun, IsOneLineThatFitsTheTerminal) {
  const TemporaryFolder folder;
  const std::string call = std::string(MODLAB_PROGRAM) + kTune + " --out " + (folder / "run.csv").string() +
                           " --tuned " + (folder / "tuned.json").string();
  const ProcessResult result = run_process(
      {"/usr/bin/script", "--quiet", "--return", "--command", "stty columns 30 && exec " + call, "/dev/null"});
  ASSERT_EQ(result.status, 0) << result.out;
  const std::string progress = result.out.substr(0, result.out.find('\n'));
  EXPECT_THAT(progress, HasSubstr("\r[1/1] floor/f32/4099/packed/o"));
  for (const std::string_view shown : split(progress, '\r')) EXPECT_LE(shown.size(), 30U) << shown;
}

TEST(ProgressOfARun, IsLeftOutWhereNobodyWatches) {
  const TemporaryFolder folder;
  const ProcessResult result =
      modlab(kTune + " --out " + (folder / "run.csv").string() + " --tuned " + (folder / "tuned.json").string());
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace modlab::cli
