#include "harness/report/markdown.h"

#include <gtest/gtest.h>

#include "tests/support/measured_row.h"

namespace modlab {
namespace {

Row measured(const std::string& variant, const std::string& accuracy, double median_ns, const std::string& dtype) {
  Row row = measured_row(variant, median_ns, 0.01);
  row.accuracy = accuracy;
  row.dtype = dtype;
  row.mismatches = accuracy == "exact" ? 0 : 42;
  row.roofline_gbps = 16;
  row.roofline_pct = 100 * *row.gbps / 16;
  return row;
}

TEST(MarkdownTable, HasTheBestExactVariantOfEachWorkload) {
  Row failed = measured("failed", "exact", 100, "f32");
  failed.status = "wrong result";
  const std::vector<Row> rows{measured("slow", "exact", 4000, "f32"),   measured("best", "exact", 1000, "f32"),
                              measured("quick", "formula", 500, "f32"), failed,
                              measured("other", "exact", 2000, "i8"),   measured("only", "formula", 900, "u8")};
  EXPECT_EQ(markdown_table(rows, {}),
            "| workload | best exact variant | time | GB/s | roofline, GB/s | share |\n"
            "|---|---|--:|--:|--:|--:|\n"
            "| floor/f32/1000/packed/out/mixed | `best` | 1.00 us | 12 | 16 | 75.0 % |\n"
            "| floor/i8/1000/packed/out/mixed | `other` | 2.00 us | 6 | 16 | 37.5 % |\n");
}

TEST(MarkdownTable, HasTheFastestPeerBesideIt) {
  const std::vector<Row> rows{measured("best", "exact", 1000, "f32"), measured("other", "exact", 2000, "i8")};
  const std::vector<Row> peers{measured("torch", "exact", 2000, "f32"), measured("triton", "formula", 1250, "f32"),
                               measured("torch", "exact", 2000, "u8")};
  EXPECT_EQ(
      markdown_table(rows, peers),
      "| workload | best exact variant | time | GB/s | roofline, GB/s | share | best peer | GB/s | times as fast |\n"
      "|---|---|--:|--:|--:|--:|---|--:|--:|\n"
      "| floor/f32/1000/packed/out/mixed | `best` | 1.00 us | 12 | 16 | 75.0 % | `triton`, 42 results inexact | 9.6 | "
      "1.25 |\n"
      "| floor/i8/1000/packed/out/mixed | `other` | 2.00 us | 6 | 16 | 37.5 % | | | |\n");
}

}  // namespace
}  // namespace modlab
