// Runs as earlier versions wrote them, one of every format (docs/csv.md), cut to a few rows and samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/report/summary.h"
#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/system/file.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/variant.h"
#include "kernels/modulus/workload.h"

namespace modlab::report {
namespace {

using testing::HasSubstr;

constexpr int kFormats = 8;

std::filesystem::path journal_of(int format) {
  return std::filesystem::path(MODLAB_SOURCE_DIR) / "tests/harness/report/formats" / (std::to_string(format) + ".csv");
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::istringstream text(read_file(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

class Formats : public testing::TestWithParam<int> {
 protected:
  const std::filesystem::path journal = journal_of(GetParam());
};

TEST_P(Formats, EveryRowIsReadToTheLastBit) {
  const std::vector<std::string> lines = lines_of(journal);
  ASSERT_TRUE(store::journal_header().starts_with(lines.at(0))) << "columns are only added, at the end";
  const auto added = std::ranges::count(store::journal_header(), ',') - std::ranges::count(lines[0], ',');
  const store::JournalText text = store::read_journal(journal);
  EXPECT_EQ(text.damaged_bytes, 0u);
  ASSERT_EQ(text.rows.size(), lines.size() - 1);
  for (std::size_t i = 0; i < text.rows.size(); ++i)
    EXPECT_EQ(store::to_csv(text.rows[i]), lines[i + 1] + std::string(static_cast<std::size_t>(added), ','));
}

TEST_P(Formats, NamesOfWorkloadsAndVariantsStillParse) {
  for (const store::Row& row : store::read_journal(journal).rows) {
    EXPECT_EQ(name_of(modulus::parse_workload(store::workload_of(row))), store::workload_of(row));
    EXPECT_EQ(name_of(modulus::parse_variant(row.variant)), row.variant);
  }
}

TEST_P(Formats, ContextAndSamplesBelongToTheRows) {
  const std::vector<store::Row> rows = store::read_journal(journal).rows;
  const store::RunContext context = store::read_context(journal);
  EXPECT_FALSE(context.command.empty());
  EXPECT_FALSE(context.started.empty());
  std::set<std::string> workloads;
  std::set<std::uint64_t> numbers;
  for (const store::Row& row : rows) {
    workloads.insert(store::workload_of(row));
    numbers.insert(row.row);
  }
  EXPECT_EQ(context.workloads.size(), workloads.size());
  for (const auto& each : context.workloads) EXPECT_TRUE(workloads.contains(each.workload)) << each.workload;
  const std::vector<store::Sample> samples = store::read_samples(journal);
  EXPECT_EQ(samples.size() + 1, lines_of(store::samples_path(journal)).size());
  for (const store::Sample& sample : samples) EXPECT_TRUE(numbers.contains(sample.row)) << sample.row;
}

TEST_P(Formats, SummaryNamesTheBestVariants) {
  const std::vector<store::Row> rows = store::read_journal(journal).rows;
  const std::string summary = summarize(rows, store::read_context(journal));
  for (const store::Row& row : rows) {
    if (row.tie != "best") continue;
    EXPECT_THAT(summary, HasSubstr(row.variant));
  }
}

INSTANTIATE_TEST_SUITE_P(Earlier, Formats, testing::Range(1, kFormats + 1));

TEST(FormatList, EndsWithTodays) {
  EXPECT_EQ(lines_of(journal_of(kFormats)).at(0), store::journal_header())
      << "a new column is a new format: keep a small run of it here, and add it to the table in docs/csv.md";
}

}  // namespace
}  // namespace modlab::report
