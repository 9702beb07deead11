// `modlab report` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/system/file.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using ::testing::HasSubstr;

const std::string kReportedRuns = std::string(MODLAB_SOURCE_DIR) + "/results";

void expect_no_report(const std::string& call, const std::filesystem::path& out, const std::string& word) {
  const ProcessResult result = modlab(call + " --out " + out.string());
  EXPECT_EQ(result.status, 2) << call;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(line_count(result.err), 1U) << result.err;
  EXPECT_THAT(result.err, HasSubstr(word));
  EXPECT_FALSE(std::filesystem::exists(out)) << call;
}

TEST(ReportCommand, WritesOnePageBelowTwoMegabytesForARunOfFiveThousandRows) {
  const TemporaryFolder folder;
  const std::string out = (folder / "report.html").string();
  const ProcessResult result = modlab("report " + kReportedRuns + "/h200/exhaustive.csv --peers " + kReportedRuns +
                                      "/h200/torch.csv --out " + out);
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string page = read_file(out);
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_THAT(page, HasSubstr("typed-b8-x2-t256-group-split"));
  EXPECT_THAT(page, HasSubstr("<section id=\"peers\">"));
}

TEST(ReportCommand, HasAComparisonAndAHistoryWhereItIsGivenOtherRuns) {
  const TemporaryFolder folder;
  const std::string runs = kReportedRuns + "/lavapipe/aa/aa-";
  const std::string out = (folder / "report.html").string();
  const ProcessResult result = modlab("report " + runs + "3.csv --against " + runs + "1.csv --history " + runs +
                                      "1.csv " + runs + "2.csv " + runs + "3.csv --out " + out);
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string page = read_file(out);
  EXPECT_THAT(page, HasSubstr("<h2>Comparison with aa-1.csv</h2>\n<p>8 compared: 8 SAME."));
  EXPECT_THAT(page, HasSubstr("8 series over 3 runs."));
}

TEST(ReportCommand, RefusesWhatIsNoRunInOneLineAndWritesNothing) {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder / "report.html";
  const std::string run = kReportedRuns + "/lavapipe/tune.csv";
  expect_no_report("report /etc/hostname", out, "/etc/hostname");
  expect_no_report("report " + (folder / "missing.csv").string(), out, "missing.csv");
  expect_no_report("report " + run + " --peers /etc/hostname", out, "/etc/hostname");
  expect_no_report("report " + run + " --against " + kReportedRuns + "/h200/tune.csv", out, "--across");
  expect_no_report("report " + run + " --across", out, "--against");
  expect_no_report("report " + run + " --history " + kReportedRuns + "/h200/tune.csv", out, "different adapters");
}

}  // namespace
}  // namespace modlab::cli
