#include "harness/report/markdown.h"

#include <gtest/gtest.h>

#include "kernels/candidate.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/support/measured_row.h"

namespace modlab::report {
namespace {

store::Row measured_type(const std::string& variant, const std::string& accuracy, double median_ns,
                         const std::string& dtype) {
  store::Row row = measured_row(variant, median_ns, 0.01);
  row.accuracy = accuracy;
  row.dtype = dtype;
  row.mismatches = accuracy == "exact" ? 0 : 42;
  row.roofline_gbps = 16;
  row.roofline_pct = 100 * *row.gbps / 16;
  return row;
}

/// The same with the variant's choices.
store::Row chosen(store::Row row) {
  const std::string accuracy = row.accuracy;
  store::set_candidate(row, modulus::modulus_catalogue()->candidate(row.variant));
  row.accuracy = accuracy;
  return row;
}

TEST(MarkdownTable, HasTheBestExactVariantOfEachWorkload) {
  store::Row failed = measured_type("failed", "exact", 100, "f32");
  failed.status = "wrong result";
  const std::vector<store::Row> rows{
      measured_type("slow", "exact", 4000, "f32"),   measured_type("best", "exact", 1000, "f32"),
      measured_type("quick", "formula", 500, "f32"), failed,
      measured_type("other", "exact", 2000, "i8"),   measured_type("only", "formula", 900, "u8")};
  EXPECT_EQ(markdown_table(rows, {}),
            "| workload | best exact variant | time | GB/s | roofline, GB/s | share |\n"
            "|---|---|--:|--:|--:|--:|\n"
            "| floor/f32/1000/packed/out/mixed | `best` | 1.00 us | 12 | 16 | 75.0 % |\n"
            "| floor/i8/1000/packed/out/mixed | `other` | 2.00 us | 6 | 16 | 37.5 % |\n");
}

TEST(MarkdownTable, HasPackedCopiesWhereThereAreStridedWorkloads) {
  std::vector<store::Row> rows{measured_type("best", "exact", 1000, "f32"),
                               measured_type("other", "exact", 2000, "i8")};
  rows[1].packed_gbps = 24;
  EXPECT_EQ(markdown_table(rows, {}),
            "| workload | best exact variant | time | GB/s | roofline, GB/s | share | packed copy, GB/s | share |\n"
            "|---|---|--:|--:|--:|--:|--:|--:|\n"
            "| floor/f32/1000/packed/out/mixed | `best` | 1.00 us | 12 | 16 | 75.0 % | | |\n"
            "| floor/i8/1000/packed/out/mixed | `other` | 2.00 us | 6 | 16 | 37.5 % | 24 | 25.0 % |\n");
}

TEST(MarkdownTableBy, DoesNotMixAccuracyClasses) {
  const auto row = [](std::uint32_t load_bytes, modulus::Algorithm algorithm, double median_ns) {
    store::Row measured = measured_row("", median_ns, 0.01);
    store::set_candidate(measured, modulus::Variant{.load_bytes = load_bytes, .algorithm = algorithm});
    return measured;
  };
  const std::vector<store::Row> rows{row(16, modulus::Algorithm::split, 1000), row(8, modulus::Algorithm::split, 2000),
                                     row(8, modulus::Algorithm::formula, 500),
                                     row(4, modulus::Algorithm::formula, 4000)};
  EXPECT_EQ(markdown_table_by(rows, "load_bytes"),
            "| workload, GB/s | 4 | 8 | 16 |\n"
            "|---|--:|--:|--:|\n"
            "| floor/f32/1000/packed/out/mixed | (3) | 6 | 12 |\n");
  EXPECT_EQ(markdown_table_by(rows, "algorithm"),
            "| workload, GB/s | split | formula |\n"
            "|---|--:|--:|\n"
            "| floor/f32/1000/packed/out/mixed | 12 | (24) |\n");
}

TEST(MarkdownCosts, HaveALineForEachRun) {
  const std::vector<store::Row> rows{measured_type("slow", "exact", 4000, "f32"),
                                     measured_type("best", "exact", 1000, "f32"),
                                     measured_type("other", "exact", 2000, "i8")};
  EXPECT_EQ(
      markdown_costs({{"a.csv", rows, {.compile = 0.5, .verify = 0.25, .measure = 5, .other = 0.25}},
                      {"of-others.csv", rows, {}}}),
      "| run | workloads | variants | seconds | variants a second | measuring | compile, s | verify, s | measure, s "
      "| other, s |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
      "| a.csv | 2 | 3 | 6.0 | 0.5 | 83.3 % | 0.5 | 0.2 | 5.0 | 0.2 |\n"
      "| of-others.csv | 2 | 3 | 0.0 | | | 0.0 | 0.0 | 0.0 | 0.0 |\n");
}

TEST(MarkdownTable, HoldsTextOfFilesAsText) {
  std::vector<store::Row> rows{measured_type("a|b`<i>", "exact", 1000, "f32")};
  rows[0].data_set = "<img src=x>|[a](b)";
  EXPECT_EQ(markdown_table(rows, {}),
            "| workload | best exact variant | time | GB/s | roofline, GB/s | share |\n"
            "|---|---|--:|--:|--:|--:|\n"
            "| floor/f32/1000/packed/out/\\<img src=x\\>\\|\\[a\\](b) | a\\|b\\`\\<i\\> | 1.00 us | 12 | 16 | 75.0 % "
            "|\n");
}

TEST(MarkdownTable, HasTheFastestPeerNextToIt) {
  const std::vector<store::Row> rows{measured_type("best", "exact", 1000, "f32"),
                                     measured_type("other", "exact", 2000, "i8")};
  const std::vector<store::Row> peers{measured_type("torch", "exact", 2000, "f32"),
                                      measured_type("triton", "formula", 1250, "f32"),
                                      measured_type("torch", "exact", 2000, "u8")};
  EXPECT_EQ(
      markdown_table(rows, peers),
      "| workload | best exact variant | time | GB/s | roofline, GB/s | share | best peer | GB/s | times as fast |\n"
      "|---|---|--:|--:|--:|--:|---|--:|--:|\n"
      "| floor/f32/1000/packed/out/mixed | `best` | 1.00 us | 12 | 16 | 75.0 % | `triton`, 42 results inexact | 9.6 | "
      "1.25 |\n"
      "| floor/i8/1000/packed/out/mixed | `other` | 2.00 us | 6 | 16 | 37.5 % | | | |\n");
}

TEST(MarkdownTable, HasAColumnForEachValueOfAnAxisInItsOrder) {
  const std::string split = "raw-b4-x1-t64-group-split-root-d3dcompile-5.1";
  const std::string wide = "raw-b16-x1-t64-group-split-root-d3dcompile-5.1";
  const std::string longdiv = "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1";
  const std::vector<store::Row> rows{
      chosen(measured_type(split, "exact", 1000, "f32")), chosen(measured_type(wide, "exact", 500, "f32")),
      chosen(measured_type(longdiv, "exact", 2000, "f32")), chosen(measured_type(longdiv, "exact", 3000, "f16"))};
  EXPECT_EQ(markdown_table_by(rows, "algorithm"),
            "| workload, GB/s | longdiv | split |\n"
            "|---|--:|--:|\n"
            "| floor/f32/1000/packed/out/mixed | 6 | 24 |\n"
            "| floor/f16/1000/packed/out/mixed | 4 | |\n");
  EXPECT_THROW(static_cast<void>(markdown_table_by(rows, "speed")), Error);
}

TEST(MarkdownTable, TakesTheWorkloadsThatFit) {
  const std::vector<store::Row> rows{measured_type("x", "exact", 1000, "f32"), measured_type("y", "exact", 500, "f16")};
  EXPECT_EQ(rows_of_workloads(rows, "*/*/*/*/*/*").size(), 2u);
  ASSERT_EQ(rows_of_workloads(rows, "floor/f16/*/packed/out/*").size(), 1u);
  EXPECT_EQ(rows_of_workloads(rows, "floor/f16/*/packed/out/*").front().variant, "y");
  EXPECT_TRUE(rows_of_workloads(rows, "truncate/*/*/*/*/*").empty());
  EXPECT_THROW(static_cast<void>(rows_of_workloads(rows, "floor/f16")), Error);
}

TEST(MarkdownTable, APeerOfTheSameRunIsInTheColumnsOfPeersAndInNoTableByAxis) {
  const std::string best = "raw-b16-x2-t256-group-split-root-d3dcompile-5.1";
  store::Row peer = measured_row("directml", 2000, 0.01);
  peer.accuracy = "peer";
  const std::vector<store::Row> rows{chosen(measured_row(best, 1000, 0.01)), peer};
  EXPECT_NE(markdown_table(rows, {}).find("| `directml` | 6 | 2.00 |"), std::string::npos) << markdown_table(rows, {});
  EXPECT_TRUE(markdown_table_by(rows, "threads").starts_with("| workload, GB/s | 256 |\n"));
}

}  // namespace
}  // namespace modlab::report
