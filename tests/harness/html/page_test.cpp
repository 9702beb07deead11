#include "harness/html/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/modulus/algorithm.h"
#include "tests/support/variant_rows.h"

namespace modlab::html {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// Two axes with an effect each, both classes, a tie, and a variant that failed.
analysis::Run small_run() {
  std::vector<store::Row> rows{variant_row({.per_thread = 1, .threads = 64}, 2000),
                               variant_row({.per_thread = 2, .threads = 64}, 1000),
                               variant_row({.per_thread = 1, .threads = 128}, 1500),
                               variant_row({.per_thread = 2, .threads = 128}, 1002),
                               variant_row({.threads = 64, .algorithm = modulus::Algorithm::formula}, 900),
                               variant_row({.threads = 128, .algorithm = modulus::Algorithm::formula}, 950),
                               variant_row({.threads = 256}, 1)};
  rows[1].tie = "best";
  rows[3].tie = "yes";
  rows[6].status = "compiler refused";
  rows[6].median_ns.reset();
  analysis::Run run = run_of(std::move(rows));
  run.files.path = "folder/run.csv";
  run.files.context.device.adapter = "a GPU";
  run.files.context.mode = "warm";
  return run;
}

std::string page_of(const analysis::Run& run, std::vector<store::Row> peers = {}) {
  return report_page({.run = run, .peers = std::move(peers), .comparison = {}, .compare = {}, .history = {}});
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(ReportPage, ShowsWinnersWithIntervalAndTiesAndEveryFigure) {
  const std::string page = page_of(small_run());
  EXPECT_THAT(page, HasSubstr("1.00 us <span class=\"interval\">(980.0 ns to 1.04)</span>"));
  EXPECT_THAT(page, HasSubstr("<td data-sort=\"1\">1</td><td data-sort=\"2\">2.00</td></tr>"))
      << "ties, times plainest";
  for (const char* figure : {"Roofline.", "Axis effects.", "Heat map.", "Search progress."})
    EXPECT_EQ(count(page, std::string("<b>") + figure + "</b>"), 1U) << figure;
  EXPECT_THAT(page, HasSubstr("<code>per_thread</code> matters most: the fastest exact variant with <code>1</code> "
                              "takes 50.0 % longer than that with <code>2</code>."));
  EXPECT_THAT(page, HasSubstr("6 variants measured, 1 compiler refused"));
  EXPECT_THAT(page, HasSubstr("the fastest exact variant was evaluation 2 of 5, the fastest formula variant was "
                              "evaluation 1 of 2."));
}

TEST(ReportPage, HasTheSameBytesForTheSameRun) { EXPECT_EQ(page_of(small_run()), page_of(small_run())); }

TEST(ReportPage, NothingInARunCanBecomeMarkup) {
  const std::string attack = "<script>alert('x')</script>\"><img src=http://x/>";
  analysis::Run run = small_run();
  for (store::Row& row : run.files.rows) row.adapter = row.detail = attack;
  run.files.rows[2].variant = attack;
  run = analysis::make_run(std::move(run.files.rows));
  store::RunContext& context = run.files.context;
  for (std::string* text : {&context.run, &context.device.adapter, &context.device.driver, &context.revision,
                            &context.compiler_version, &context.host, &context.started, &context.mode})
    *text = attack;
  context.command = {attack};
  store::Row peer = variant_row({}, 1200);
  peer.variant = attack;
  const std::string page = page_of(run, {peer});
  EXPECT_EQ(count(page, "<script"), 1U) << "ours";
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(&#39;x&#39;)"));
}

TEST(ReportPage, LoadsNothing) {
  const std::string page = page_of(small_run());
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy\" content=\"default-src 'none';"));
  for (const char* reference : {"src=", "href=\"http", "url(http", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(reference)));
}

TEST(ReportPage, PeersFromElsewhereStandBesideTheExactWinner) {
  store::Row peer = variant_row({}, 1250);
  peer.variant = "torch-fmod";
  peer.mismatches = 3;
  const std::string page = page_of(small_run(), {peer});
  EXPECT_THAT(page, HasSubstr("<section id=\"peers\">"));
  EXPECT_THAT(page, HasSubstr("<code>torch-fmod</code>"));
  EXPECT_THAT(page, HasSubstr("<td data-sort=\"1.25\">1.250"));
  EXPECT_THAT(page_of(small_run()), Not(HasSubstr("<section id=\"peers\">")));
}

/// The small run with all times multiplied, started on that day.
report::RunFiles run_on_day(int day, double factor) {
  report::RunFiles files = small_run().files;
  for (store::Row& row : files.rows) {
    row.run = "day-" + std::to_string(day);
    row.samples = 20;
    if (!row.median_ns) continue;
    *row.median_ns *= factor;
    row.ci_low_ns = 0.998 * *row.median_ns;
    row.ci_high_ns = 1.002 * *row.median_ns;
  }
  files.context.started = "2026-11-0" + std::to_string(day) + "T00:00:00Z";
  files.context.finished = files.context.started;
  files.context.revision = "revision" + std::to_string(day);
  return files;
}

TEST(ReportPage, ComparisonAndHistoryTellWhatBecameSlower) {
  const std::vector<report::RunFiles> runs{run_on_day(1, 1), run_on_day(2, 1.001), run_on_day(3, 1.1)};
  analysis::Run run = analysis::make_run(runs[2].rows);
  run.files.context = runs[2].context;
  const std::string page = report_page({.run = run,
                                        .peers = {},
                                        .base = &runs[0],
                                        .comparison = report::compare_runs(runs[0], runs[2], {}),
                                        .compare = {},
                                        .history = report::history_of(runs, 0.01)});
  EXPECT_THAT(page, HasSubstr("2 compared: 2 SLOWER."));
  EXPECT_THAT(page, HasSubstr("<td>revision revision2 to revision3</td><td>SLOWER</td></tr>"));
  EXPECT_EQ(count(page, "<path class=\"change\""), 3U) << "one for each class, and the legend's";
  for (const char* figure : {"Comparison.", "History."})
    EXPECT_EQ(count(page, std::string("<b>") + figure + "</b>"), 1U) << figure;
}

TEST(ReportPage, ALargeRunIsThinnedAndSaysSo) {
  std::vector<store::Row> rows;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    rows.push_back(variant_row({.per_thread = 1 + i % 7, .threads = 32 * (1 + i % 31)}, 1000 + i * 37 % 997));
    rows.back().shape = std::to_string(1024 + i % 100);
  }
  const std::string page = page_of(run_of(std::move(rows)));
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_THAT(page, HasSubstr("of 50 variants are drawn"));
  EXPECT_THAT(page, ContainsRegex("The first [0-9]+ of 100 workloads"));
  EXPECT_THAT(page, HasSubstr("<td>floor/f32/1123/packed/out/mixed</td>")) << "no link to what is not there";
}

TEST(ReportPage, AWorkloadWithASingleVariantHasNoFiguresOfItsOwn) {
  const std::string page = page_of(run_of({variant_row({}, 1000)}));
  EXPECT_EQ(count(page, "<figure>"), 1U) << "the roofline";
}

}  // namespace
}  // namespace modlab::html
