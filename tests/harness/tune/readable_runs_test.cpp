// Whatever fails in a run, and whenever it is stopped: every command reads what it left.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/analysis/run.h"
#include "harness/html/page.h"
#include "harness/report/compare_json.h"
#include "harness/report/compare_text.h"
#include "harness/report/history_text.h"
#include "harness/report/markdown.h"
#include "harness/report/merge.h"
#include "harness/report/none_passed.h"
#include "harness/report/summary.h"
#include "harness/report/summary_json.h"
#include "harness/system/file.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "tests/harness/tune/tuner_fixture.h"

namespace modlab::tune {
namespace {

using ::testing::ContainsRegex;
using ::testing::Not;

/// What becomes of the variants of a workload.
struct Fate {
  std::optional<Status> status;      ///< of those that fail
  std::optional<Accuracy> accuracy;  ///< the class that fails; none: both
  bool in_confirmation = false;      ///< which they reach

  [[nodiscard]] bool hits(const modulus::Variant& variant, bool confirming) const {
    return status && variant.algorithm != modulus::Algorithm::copy &&
           (!accuracy || accuracy_of(variant) == *accuracy) && (!in_confirmation || confirming);
  }
  [[nodiscard]] bool hits_all() const { return status && !accuracy; }
};

std::string text_of(const Fate& fate) {
  return fmt::format("{} {}{}", fate.status ? name_of(*fate.status) : "ok",
                     fate.accuracy ? name_of(*fate.accuracy) : "both", fate.in_confirmation ? " in confirmation" : "");
}

std::vector<Fate> all_fates() {
  std::vector<Fate> fates{{}};
  for (const Status status : {Status::device_refused, Status::wrong_result, Status::device_lost, Status::timed_out})
    for (const auto accuracy :
         {std::optional<Accuracy>(), std::optional(Accuracy::exact), std::optional(Accuracy::formula)})
      for (const bool in_confirmation : {false, true}) fates.push_back({status, accuracy, in_confirmation});
  return fates;
}

class ReadableRuns : public TunerTest {
 protected:
  /// Two variants of each class, on two workloads.
  ReadableRuns() {
    request_.filter = {};
    for (const char* where : {"access=raw", "load_bytes=16", "threads=64,256", "per_thread=1", "loop=group",
                              "algorithm=split,formula", "binding=root", "streamed=no", "precise=no"})
      request_.filter.add_where(where);
    request_.workloads = {modulus::Workload{.shape = {64}},
                          modulus::Workload{.rounding = modulus::Rounding::truncate, .shape = {64}}};
    request_.sampling = {.min_samples = 3, .max_time_per_variant_s = 0.001, .rounds = 6};
  }

  void tune_with(const Fate& floor, const Fate& truncate) {
    // What probes the platform passes.
    is_set_up_ = false;
    simulation_.allocate = [this](std::string_view name) { is_set_up_ = is_set_up_ || name == "Out, initial"; };
    simulation_.plan_failure = [this, floor, truncate](const modulus::KernelPlan& plan) {
      const Fate& fate = plan.desc.rounding == modulus::Rounding::floor ? floor : truncate;
      return is_set_up_ && fate.hits(plan.variant, confirming_) ? fate.status : std::nullopt;
    };
    try {
      tune_all();
    } catch (const Stopped&) {
    }
  }

  /// By what `summary`, `report`, `compare`, `history` and `merge` call.
  void expect_readable() {
    const std::filesystem::path path = folder_ / "run.csv";
    EXPECT_THAT(read_file(store::context_path(path)), Not(ContainsRegex("null|nan|inf[^o]")));
    const std::vector<report::RunFiles> runs(2, {"run.csv", store::read_journal(path).rows, store::read_context(path)});
    const report::RunFiles& run = runs.front();
    for (const store::Row& row : run.rows) {
      store::Row measured = row;
      measured.max_ulp.reset();
      EXPECT_THAT(store::to_csv(measured), Not(ContainsRegex(",-?(nan|inf),")));
    }
    EXPECT_THAT(report::summarize(run.rows, run.context), Not(ContainsRegex("nan|[ (]-?inf[^o]")));
    report::markdown_table(run.rows, {});
    EXPECT_TRUE(nlohmann::json::accept(report::summary_json(run.rows, run.context)));
    const report::RunComparison comparison = report::compare_runs(run, run, {});
    EXPECT_THAT(report::comparison_table(comparison, {}), Not(ContainsRegex("nan|FASTER|SLOWER")));
    EXPECT_TRUE(nlohmann::json::accept(report::comparison_json(run, run, comparison, {})));
    const report::History history = report::history_of(runs, 0.01);
    EXPECT_THAT(report::history_table(history), Not(ContainsRegex("nan|FASTER|SLOWER")));
    EXPECT_TRUE(nlohmann::json::accept(report::history_json(history)));
    EXPECT_EQ(report::merge_runs({{run, store::read_samples(path)}}, "merged", {}).rows.size(), run.rows.size());
    analysis::Run shown = analysis::make_run(run.rows);
    shown.files.context = run.context;
    EXPECT_THAT(
        html::report_page(
            {.run = shown, .peers = {}, .base = &run, .comparison = comparison, .compare = {}, .history = history}),
        Not(ContainsRegex("[>\" ]-?nan")));
  }

  bool is_set_up_ = false;  ///< a workload, on the device
};

TEST_F(ReadableRuns, WhateverFails) {
  const std::vector<Fate> fates = all_fates();
  for (std::size_t i = 0; i < fates.size(); ++i) {
    const Fate& floor = fates[i];
    const Fate& truncate = fates[7 * i % fates.size()];  // another combination each
    SCOPED_TRACE(text_of(floor) + ", " + text_of(truncate));
    tune_with(floor, truncate);
    ASSERT_EQ(rows_.size(), 8u);
    expect_readable();
    const auto none = static_cast<std::size_t>(floor.hits_all()) + static_cast<std::size_t>(truncate.hits_all());
    EXPECT_EQ(report::where_none_confirmed(rows_, context_).size(), none);
  }
}

/// Also by what happens to real compilers, drivers and processes alone.
TEST_F(ReadableRuns, WhateverTheFailureIsCalled) {
  tune_with({Status::wrong_result, std::nullopt}, {Status::wrong_result, Accuracy::exact});
  for (const Named<Status>& status : kStatusNames) {
    if (status.value == Status::ok) continue;
    SCOPED_TRACE(status.name);
    std::string text = store::journal_header() + "\n";
    for (store::Row row : rows_) {
      if (row.status != "ok") row.status = status.name;
      text += store::to_csv(row) + "\n";
    }
    replace_file(folder_ / "run.csv", text);
    expect_readable();
  }
}

TEST_F(ReadableRuns, WheneverTheyAreStopped) {
  const Fate wrong{Status::wrong_result, std::nullopt};
  tune_with(wrong, {});
  const int calls = progress_calls_;
  for (int after = 1; after <= calls; ++after) {
    SCOPED_TRACE(after);
    stop_after_ = after;
    tune_with(wrong, {});
    expect_readable();
    stop_after_.reset();
    is_set_up_ = false;
    EXPECT_EQ(resume().size(), 8u);
  }
}

}  // namespace
}  // namespace modlab::tune
