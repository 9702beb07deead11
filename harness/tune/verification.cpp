#include "harness/tune/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <set>

#include "harness/tune/evaluation.h"
#include "kernels/cover.h"

namespace modlab::tune {
namespace {

/// What kernels depend on: all but the data.
WorkloadFields without_data(const Workload& workload) {
  WorkloadFields fields = workload.fields;
  fields.data_set.clear();
  return fields;
}

/// What can share one cover, of which layout and placement are axes.
WorkloadFields without_arrangement(const Workload& workload) {
  WorkloadFields fields = without_data(workload);
  fields.layout.clear();
  fields.placement.clear();
  return fields;
}

/// Groups jobs by their workload's key, in the order in which the keys first appear.
template <typename Key>
std::vector<std::vector<VerifyJob>> group_by(const std::vector<VerifyJob>& jobs, Key key) {
  std::vector<std::vector<VerifyJob>> groups;
  for (const VerifyJob& job : jobs) {
    const auto group = std::ranges::find_if(
        groups, [&](const std::vector<VerifyJob>& other) { return key(other.front().workload) == key(job.workload); });
    if (group == groups.end())
      groups.push_back({job});
    else
      group->push_back(job);
  }
  return groups;
}

/// The candidates that are legal for some of the data.
std::vector<Candidate> legal_somewhere(const std::vector<VerifyJob>& jobs, const Platform& platform,
                                       const Filter& filter) {
  std::set<std::string> seen;
  std::set<std::string> names;
  std::vector<Candidate> candidates;
  for (const VerifyJob& job : jobs) {
    const Problem& problem = *job.workload.problem;
    if (!seen.insert(problem.space_key(job.seed)).second) continue;
    for (Candidate& candidate : problem.space(job.seed, platform, filter).candidates)
      if (names.insert(candidate.name).second) candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// Built-in ones cover each other's choices; users' kernels are few.
bool is_covered(const Candidate& candidate) { return candidate.kernel == nullptr; }

/// Reduces the jobs' candidates to a cover of all of them together, and those that nothing covers.
void keep_cover(std::vector<VerifyJob>& jobs) {
  struct Case {
    VerifyJob* job;
    Candidate candidate;
  };
  std::vector<Case> cases;
  std::vector<Choices> choices;
  for (VerifyJob& job : jobs)
    for (const Candidate& candidate : job.candidates | std::views::filter(is_covered)) {
      cases.push_back({&job, candidate});
      choices.emplace_back();
      for (const auto& [column, text] : candidate.recipe->choices()) choices.back().push_back(text);
      choices.back().push_back(fmt::format("{} {}", job.workload.fields.layout, job.workload.fields.placement));
    }
  for (VerifyJob& job : jobs) std::erase_if(job.candidates, is_covered);
  for (const std::size_t index : pairwise_cover(choices))
    cases[index].job->candidates.push_back(cases[index].candidate);
}

void keep_plainest(VerifyJob& job) {
  std::vector<Candidate> plainest;
  for (const Candidate& candidate : job.candidates)
    if (!is_covered(candidate) || std::ranges::find(plainest, candidate.kind, &Candidate::kind) == plainest.end())
      plainest.push_back(candidate);
  job.candidates = std::move(plainest);
}

}  // namespace

std::vector<VerifyJob> jobs_of(const std::vector<Workload>& workloads, std::uint64_t seed) {
  std::vector<VerifyJob> jobs;
  for (const Workload& workload : workloads) jobs.push_back({workload, seed, {}});
  return jobs;
}

std::vector<VerifyJob> with_candidates(const std::vector<VerifyJob>& jobs, const Platform& platform,
                                       const Filter& filter, Thoroughness thoroughness) {
  std::vector<VerifyJob> ready;
  for (const std::vector<VerifyJob>& arrangements : group_by(jobs, without_arrangement)) {
    const std::vector<std::vector<VerifyJob>> groups = group_by(arrangements, without_data);
    std::vector<VerifyJob> chosen;  // one for each group
    for (const std::vector<VerifyJob>& group : groups)
      chosen.push_back({group.front().workload, group.front().seed, legal_somewhere(group, platform, filter)});
    if (thoroughness == Thoroughness::cover) keep_cover(chosen);
    if (thoroughness == Thoroughness::plainest) std::ranges::for_each(chosen, keep_plainest);
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (VerifyJob job : groups[i]) {
        std::ranges::copy_if(chosen[i].candidates, std::back_inserter(job.candidates), [&](const Candidate& candidate) {
          return job.workload.problem->fits(candidate, job.seed);
        });
        ready.push_back(std::move(job));
      }
  }
  return ready;
}

void Verifier::run(const VerifyJob& job, const RowFunction& on_row) {
  if (without_data(job.workload) != kernels_of_) {
    kernels_.clear();
    kernels_of_ = without_data(job.workload);
  }
  std::optional<measure::Workbench> workbench;
  const auto row_of = [&](const Evaluation& evaluation) {
    store::Row row = make_row(job.workload, job.seed, evaluation, "verify");
    row.adapter = lab_.platform.device.adapter;
    return row;
  };
  for (const Candidate& candidate : job.candidates) {
    Evaluation evaluation;
    evaluation.candidate = candidate;
    const auto untried = quarantine_.untried(row_of(evaluation), candidate);
    if (!untried && !workbench) workbench.emplace(*lab_.device, *lab_.compiler, *lab_.sources, job.workload, job.seed);
    evaluation = untried ? *untried : verify_variant(*workbench, candidate, kernels_[candidate.name]);
    store::Row row = row_of(evaluation);
    quarantine_.learn(row);
    on_row(row);
    if (untried || !lost_its_device(evaluation.status)) continue;
    workbench.reset();
    kernels_.clear();
    lab_.close();
    lab_.open();
  }
}

}  // namespace modlab::tune
