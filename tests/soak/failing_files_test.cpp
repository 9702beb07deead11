// Every call on a run's files fails once, and what was finished before must still be there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/store/tuned.h"
#include "harness/system/file.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

namespace fs = std::filesystem;

struct Fault {
  std::string calls;  ///< that count
  int reason = EIO;
  bool lasting = false;
};

/// A broken disk, too many open files, a full disk.
const std::vector<Fault> kFaults{{"open,read,write,fsync,fdatasync,ftruncate,rename,close"},
                                 {"open", EMFILE, true},
                                 {"write,ftruncate", ENOSPC, true}};

const std::string kPreload = "LD_PRELOAD=" MODLAB_FAILING_FILES;

std::string text_of(const ProcessResult& result) {
  return fmt::format("{}: {}{}", result.status, result.out, result.err);
}

/// Has the first call fail, then the second and so on, until there are no more. `work` calls a program with this
/// environment in the folder, which `prepare` sets up before; `check` gets what became of it.
void fail_every_call(const fs::path& folder, const std::function<void()>& prepare,
                     const std::function<ProcessResult(const std::vector<std::string>&)>& work,
                     const std::function<void(const ProcessResult&)>& check) {
  const fs::path log = fs::path(folder).parent_path() / "failed-calls";
  for (const Fault& fault : kFaults) {
    int failed = 0;
    for (bool has_failed = true; has_failed; ++failed) {
      fs::remove_all(folder);
      fs::create_directories(folder);
      fs::remove(log);
      prepare();
      std::vector<std::string> environment{kPreload,
                                           "FAIL_FOLDER=" + folder.string() + "/",
                                           "FAIL_LOG=" + log.string(),
                                           fmt::format("FAIL_AT={}", failed + 1),
                                           fmt::format("FAIL_ERRNO={}", fault.reason),
                                           "FAIL_CALLS=" + fault.calls};
      if (fault.lasting) environment.emplace_back("FAIL_LASTING=1");
      const ProcessResult result = work(environment);
      has_failed = fs::exists(log);
      SCOPED_TRACE(has_failed ? read_file(log) : "nothing failed");
      if (has_failed)
        EXPECT_TRUE(result.status == 0 || (result.status == 1 && result.err.find("cannot be ") != std::string::npos))
            << text_of(result);
      else
        EXPECT_EQ(result.status, 0) << text_of(result);
      check(result);
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(failed, 5) << fault.calls;
    fmt::print("{} faults of {} ({})\n", failed - 1, fault.calls, std::strerror(fault.reason));
  }
}

class FailingFiles : public testing::Test {
 protected:
  FailingFiles() { fs::create_directories(place_); }

  [[nodiscard]] ProcessResult tune(int workloads, const std::vector<std::string>& environment = {kPreload}) const {
    return run_process(
        command_line(MODLAB_SIMULATED_TUNE, fmt::format("--evaluations 3 --workloads {} --worker {} --resume {}",
                                                        workloads, MODLAB_FAULTY_WORKER, run_.string())),
        environment);
  }

  /// The files of the run.
  void copy(const fs::path& from, const fs::path& to) const {
    for (const fs::path& file : entries_of(from)) fs::copy_file(file, to / file.filename());
  }

  TemporaryFolder folder_;
  const fs::path place_ = fs::canonical(folder_ / ".") / "place";
  const fs::path kept_ = folder_ / "kept";
  const fs::path run_ = place_ / "run.csv";
};

/// Of the search: confirmations are repeated where they were not concluded.
std::vector<std::string> lines_of(const std::vector<store::Sample>& samples, std::size_t rows) {
  std::vector<std::string> lines;
  for (const store::Sample& sample : samples)
    if (sample.phase == "screen" && sample.row <= rows) lines.push_back(store::line_of(sample));
  return lines;
}

/// Everything of a run that was finished by some time.
struct Finished {
  explicit Finished(const fs::path& journal)
      : rows(store::read_journal(journal).rows),
        samples(lines_of(store::read_samples(journal), rows.size())),
        workloads(store::read_context(journal).workloads) {}

  /// Of a workload that is not concluded yet, rows may still get other figures.
  void expect_in(const Finished& after) const {
    ASSERT_GE(after.rows.size(), rows.size());
    ASSERT_GE(after.samples.size(), samples.size());
    ASSERT_GE(after.workloads.size(), workloads.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(after.rows[i].utc + after.rows[i].variant, rows[i].utc + rows[i].variant);
      const bool is_concluded = std::ranges::find(workloads, store::workload_of(rows[i]),
                                                  &store::WorkloadContext::workload) != workloads.end();
      if (is_concluded) {
        EXPECT_EQ(store::to_csv(after.rows[i]), store::to_csv(rows[i]));
      }
    }
    for (std::size_t i = 0; i < samples.size(); ++i) EXPECT_EQ(after.samples[i], samples[i]);
  }

  std::vector<store::Row> rows;
  std::vector<std::string> samples;
  std::vector<store::WorkloadContext> workloads;
};

TEST_F(FailingFiles, CostNoRunWhatItHasFinished) {
  ASSERT_EQ(tune(2).status, 0);
  // The second workload was stopped in its search.
  const Finished whole(run_);
  std::vector<store::Row> rows = whole.rows;
  rows.pop_back();
  std::string text = store::journal_header() + "\n";
  for (store::Row& row : rows) {
    if (store::workload_of(row) == whole.workloads[1].workload) row.tie.clear();
    text += store::to_csv(row) + "\n";
  }
  replace_file(run_, text);
  store::RunContext context = store::read_context(run_);
  context.workloads.pop_back();
  context.finished.clear();
  store::write_context(run_, context);
  const Finished before(run_);
  fs::create_directories(kept_);
  copy(place_, kept_);

  fail_every_call(
      place_, [&] { copy(kept_, place_); }, [&](const auto& environment) { return tune(2, environment); },
      [&](const ProcessResult& result) {
        const Finished after(run_);
        before.expect_in(after);
        if (result.status == 0) {
          EXPECT_EQ(after.workloads.size(), 2U);
          return;
        }
        const ProcessResult resumed = tune(2);
        EXPECT_EQ(resumed.status, 0) << text_of(resumed);
        const Finished end(run_);
        after.expect_in(end);
        EXPECT_EQ(end.workloads.size(), 2U);
        EXPECT_EQ(entries_of(place_).size(), 3U) << "nothing else is left";
      });
}

TEST_F(FailingFiles, CostANewRunNoRow) {
  fail_every_call(
      place_, [] {}, [&](const auto& environment) { return tune(1, environment); },
      [&](const ProcessResult& result) {
        if (!fs::exists(run_)) return;  // it was not even begun
        const std::string text = read_file(run_);
        if (text == store::journal_header() + "\n" || text.size() <= store::journal_header().size()) return;
        const std::vector<store::Row> rows = store::read_journal(run_).rows;
        ASSERT_TRUE(result.status != 0 || rows.size() == 3);
        const ProcessResult resumed = tune(1);
        EXPECT_EQ(resumed.status, 0) << text_of(resumed);
        const std::vector<store::Row> end = store::read_journal(run_).rows;
        ASSERT_EQ(end.size(), 3U);
        for (std::size_t i = 0; i < rows.size(); ++i)
          EXPECT_EQ(end[i].utc + end[i].variant, rows[i].utc + rows[i].variant);
      });
}

TEST_F(FailingFiles, CostNoFinishedRunThatTheProgramResumes) {
  const fs::path tuned = place_ / "tuned.json";
  const auto resume = [&](const std::vector<std::string>& environment) {
    return run_process(
        command_line(MODLAB_PROGRAM, fmt::format("tune --in-process --op floor --dtype u8 --shape 64 --strategy random "
                                                 "--budget 1e --precision 20% --rounds 1 --resume {} --tuned {}",
                                                 run_.string(), tuned.string())),
        environment);
  };
  const ProcessResult first = resume({});
  ASSERT_EQ(first.status, 0) << text_of(first);
  store::TunedConfiguration other;
  other.key.adapter = "other";
  replace_file(tuned, store::tuned_text({other}));
  const Finished before(run_);
  fs::create_directories(kept_);
  copy(place_, kept_);

  fail_every_call(
      place_, [&] { copy(kept_, place_); }, resume,
      [&](const ProcessResult& result) {
        const Finished after(run_);
        before.expect_in(after);
        EXPECT_EQ(after.workloads.size(), 1U);
        EXPECT_EQ(store::read_tuned(tuned).at(0).key.adapter, "other");
        if (result.status != 0) {
          const ProcessResult again = resume({});
          EXPECT_EQ(again.status, 0) << text_of(again);
        }
        EXPECT_EQ(store::read_tuned(tuned).size(), 2U);
        EXPECT_EQ(entries_of(place_).size(), 4U) << "nothing else is left";
      });
}

TEST_F(FailingFiles, CostNoMergedRunAndNoTunedConfiguration) {
  ASSERT_EQ(tune(2).status, 0);
  // A journal for each workload.
  const std::vector<store::Row> rows = store::read_journal(run_).rows;
  const store::RunContext context = store::read_context(run_);
  fs::create_directories(kept_);
  for (const store::WorkloadContext& workload : context.workloads) {
    const fs::path part = kept_ / (workload.workload == context.workloads[0].workload ? "a.csv" : "b.csv");
    std::string text = store::journal_header() + "\n";
    for (const store::Row& row : rows)
      if (store::workload_of(row) == workload.workload) text += store::to_csv(row) + "\n";
    replace_file(part, text);
    store::RunContext own = context;
    own.workloads = {workload};
    store::write_context(part, own);
    fs::copy_file(store::samples_path(run_), store::samples_path(part));
  }
  const auto merge = [&](const std::string& out, const std::vector<std::string>& environment) {
    const std::string place = place_.string();
    return run_process(
        command_line(MODLAB_PROGRAM,
                     fmt::format("merge {0}/a.csv {0}/b.csv --out {0}/{1} --tuned {0}/tuned.json", place, out)),
        environment);
  };
  // Somebody else's configuration is there before.
  store::TunedConfiguration other;
  other.key.adapter = "other";
  replace_file(kept_ / "tuned.json", store::tuned_text({other}));

  fail_every_call(
      place_, [&] { copy(kept_, place_); }, [&](const auto& environment) { return merge("m.csv", environment); },
      [&](const ProcessResult& result) {
        for (const char* name : {"a.csv", "a.json", "a.samples.csv", "b.csv", "b.json", "b.samples.csv"})
          EXPECT_EQ(read_file(place_ / name), read_file(kept_ / name)) << name;
        EXPECT_EQ(store::read_tuned(place_ / "tuned.json").at(0).key.adapter, "other");
        const bool is_merged = fs::exists(place_ / "m.csv");
        if (result.status == 0) {
          ASSERT_TRUE(is_merged);
          EXPECT_GT(store::read_tuned(place_ / "tuned.json").size(), 1U);
        }
        const ProcessResult again = merge(is_merged ? "again.csv" : "m.csv", {});
        EXPECT_EQ(again.status, 0) << text_of(again);
        EXPECT_EQ(store::read_journal(place_ / "m.csv").rows.size(), rows.size());
      });
}

}  // namespace
}  // namespace modlab
