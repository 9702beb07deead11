#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/stopwatch.h"
#include "harness/system/sync_pace.h"
#include "harness/tune/lessons.h"
#include "harness/tune/quarantine.h"
#include "harness/tune/tuner.h"

namespace modlab::tune {

/// The phases of samples. A resumed run repeats a confirmation that was not finished.
inline constexpr std::string_view kRacePhase = "race";
inline constexpr std::string_view kConfirmPhase = "confirm";
/// That of samples with this effort, from which a resumed run reads it back.
std::string phase_of(double effort);

/// What the workloads of a run have in common.
class TuneRun {
 public:
  TuneRun(Evaluator& evaluator, const TuneRequest& request, store::Journal& journal, store::RunContext& context,
          const ProgressFunction& on_progress);

  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }
  [[nodiscard]] const TuneRequest& request() const { return request_; }
  [[nodiscard]] store::Journal& journal() { return journal_; }
  [[nodiscard]] store::SamplesFile& samples() { return samples_; }
  [[nodiscard]] Quarantine& quarantine() { return quarantine_; }
  [[nodiscard]] const Lessons& lessons() const { return lessons_; }

  /// The workloads of our shard.
  [[nodiscard]] std::vector<Workload> workloads() const;

  /// The candidates of a workload in our shard.
  [[nodiscard]] Space space(const Workload& workload) const;

  /// One that was given up is not: a resumed run tries it again.
  [[nodiscard]] bool is_concluded(const std::string& workload) const;

  /// The rows of this workload from before the run was stopped.
  [[nodiscard]] std::vector<store::Row> rows_of(const Workload& workload) const;

  /// The most effort spent on each row before the run was stopped.
  [[nodiscard]] const std::map<std::uint64_t, double>& efforts_before() const { return efforts_before_; }

  /// What tuned configurations of a workload would be kept under.
  [[nodiscard]] store::TunedKey key_of(const Workload& workload) const;

  /// Keeps what the search of a workload has shown.
  void learn(const Workload& workload, const std::vector<store::Row>& rows, const Space& space);

  [[nodiscard]] double elapsed_s() const { return spent_before_.whole() + stopwatch_.elapsed_ns() / 1e9; }

  /// The mean time that the device has worked for a row.
  [[nodiscard]] double usual_evaluation_s() const;

  void report(Progress& progress);

  void conclude(const store::WorkloadContext& workload);

  /// With all that it refers to.
  void keep_context();

 private:
  /// Where the journal had to move, samples and context go with it. What has lost rows is not concluded any more.
  void follow_journal();

  /// Drops earlier samples whose row was never written, and those of confirmations that will be repeated.
  store::SamplesFile open_samples();

  Evaluator& evaluator_;
  const TuneRequest& request_;
  store::Journal& journal_;
  store::RunContext& context_;
  const ProgressFunction& on_progress_;
  store::TimeSpent spent_before_;
  std::filesystem::path path_ = journal_.path();
  std::vector<store::Row> rows_before_;
  std::map<std::uint64_t, double> efforts_before_;
  store::SamplesFile samples_;
  Quarantine quarantine_;
  Lessons lessons_;
  measure::Stopwatch stopwatch_;
  SyncPace sync_pace_;
};

}  // namespace modlab::tune
