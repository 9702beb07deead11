#include "harness/analysis/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/modulus/algorithm.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(AxisTable, ValuesAreInTheirNaturalOrder) {
  const analysis::Run run = run_of({variant_row({.threads = 1024}, 1), variant_row({.threads = 64}, 1),
                                    variant_row({.threads = 128}, 1), variant_row({.threads = 64}, 1)});
  const auto threads = find_axis(run.axes, "threads");
  ASSERT_TRUE(threads);
  EXPECT_THAT(run.axes[*threads].values, ElementsAre("64", "128", "1024"));
  EXPECT_THAT(run.axes[*threads].codes, ElementsAre(2, 0, 1, 0));
  EXPECT_EQ(find_axis(run.axes, "colour"), std::nullopt);
}

TEST(AxisTable, HasTheAxesOfUsersKernels) {
  store::Row own = variant_row({}, 1);
  own.variant = "mine:UNROLL=4-KIND=b-d3dcompile-5.1-01234567";
  store::Row other = own;
  other.variant = "mine:UNROLL=16-KIND=a-d3dcompile-5.1-01234567";
  const analysis::Run run = run_of({own, variant_row({}, 1), other});
  EXPECT_THAT(run.axes[axis_of(run, "UNROLL")].values, ElementsAre("4", "16", "none"));
  EXPECT_THAT(run.axes[axis_of(run, "UNROLL")].codes, ElementsAre(0, 2, 1));
  EXPECT_THAT(run.axes[axis_of(run, "KIND")].values, ElementsAre("a", "b", "none"));
}

TEST(Run, GroupsAreOfOneWorkloadModeAndAdapter) {
  store::Row warm = variant_row({}, 1);
  store::Row cold = warm;
  cold.mode = "cold";
  store::Row elsewhere = warm;
  elsewhere.adapter = "other";
  const analysis::Run run = run_of({warm, cold, elsewhere, warm});
  ASSERT_EQ(run.groups.size(), 3U);
  EXPECT_THAT(run.groups[0].indices, ElementsAre(0, 3));
  EXPECT_THAT(run.group_of, ElementsAre(0, 1, 2, 0));
  EXPECT_EQ(run.groups[1].label, "floor/f32/1024/packed/out/mixed  ·  cold  ·  ");
}

TEST(Run, OnlyCountsRowsThatPassedAndWereTimed) {
  store::Row failed = variant_row({}, 1);
  failed.status = "wrong result";
  store::Row untimed = variant_row({}, 1);
  untimed.median_ns.reset();
  const analysis::Run run =
      run_of({failed, untimed, variant_row({}, 5), variant_row({.algorithm = modulus::Algorithm::formula}, 4)});
  EXPECT_THAT(timed_rows(run, 0, {}), ElementsAre(2, 3));
  EXPECT_THAT(timed_rows(run, 0, "exact"), ElementsAre(2));
  EXPECT_THAT(timed_rows(run, 9, {}), IsEmpty());
}

TEST(Run, PeersAreKeptApartFromTheVariants) {
  const analysis::Run run = run_of({peer_row(50), variant_row({}, 200), variant_row({.threads = 128}, 100)});
  ASSERT_EQ(run.groups.size(), 1U);
  EXPECT_THAT(run.groups[0].indices, ElementsAre(1U, 2U));
  EXPECT_THAT(run.groups[0].peers, ElementsAre(0U));
  EXPECT_EQ(run.groups[0].best_exact, 2U);
  EXPECT_EQ(run.groups[0].values[axis_of(run, "threads")].size(), 2U) << "a peer has no value on any axis";
  EXPECT_THAT(timed_rows(run, 0, {}), ElementsAre(1U, 2U));
  EXPECT_THAT(timed_rows(run, 0, "peer"), ElementsAre(0U));
  EXPECT_EQ(best_row(run, 0, {}), 2U);
  EXPECT_EQ(run_of({peer_row(50)}).groups[0].indices.size(), 1U) << "where there is nothing else";
}

TEST(Run, TheBestRowIsTheOneTheRunFoundBest) {
  store::Row slower = variant_row({}, 5);
  slower.tie = "best";
  const analysis::Run run = run_of({variant_row({}, 4), slower});
  EXPECT_EQ(best_row(run, 0, {}), 1U);
  const analysis::Run open = run_of({variant_row({}, 5), variant_row({}, 4)});
  EXPECT_EQ(best_row(open, 0, {}), 1U);
}

TEST(Run, TimesBestAreOverThePilotsTimesOnlyWhereBothRowsHaveThem) {
  std::vector<store::Row> rows{variant_row({.threads = 32}, 1000), variant_row({.threads = 64}, 1200),
                               variant_row({.threads = 128}, 1500)};
  rows[0].per_pilot = 0.5;
  rows[1].per_pilot = 0.55;
  const analysis::Run run = run_of(std::move(rows));
  EXPECT_NEAR(times_best_exact(run, 1)->ratio, 1.1, 1e-12);
  EXPECT_NEAR(times_best_exact(run, 2)->ratio, 1.5, 1e-12) << "it was in no rounds";
}

TEST(Run, NotesBelongToItsRowsAndCanBeSearched) {
  const TemporaryFolder folder;
  write_sample_run(folder / "run.csv");
  const store::Row row = store::read_journal(folder / "run.csv").rows[2];
  store::write_notes(folder / "run.csv", {{.run = row.run, .row = row.row, .star = true, .text = "Try waves"},
                                          {.run = "another", .row = row.row, .star = true, .text = ""}});
  const RunPointer run = load_run(folder / "run.csv");
  ASSERT_EQ(run->notes.size(), 1U);
  EXPECT_EQ(run->notes.at(2).text, "Try waves");
  EXPECT_THAT(rows_with(*run, "WAVES starred"), ElementsAre(2U));
  write_text(folder / "run.notes.json", "{");
  EXPECT_THAT(load_run(folder / "run.csv")->notes_error, HasSubstr("run.notes.json"));
}

}  // namespace
}  // namespace modlab::analysis
