#include "harness/tune/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <set>

#include "harness/tune/evaluation.h"
#include "kernels/cover.h"
#include "kernels/error.h"

namespace modlab::tune {
namespace {

/// What kernels depend on: all but the data.
Workload without_data(Workload workload) {
  workload.data_set = {};
  return workload;
}

/// What can share one cover, of which layout and placement are axes.
Workload without_arrangement(Workload workload) {
  workload.layout = {};
  workload.placement = {};
  return without_data(workload);
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

/// The variants that are legal for some of the data. Data matters where one divisor serves all elements, because some
/// algorithms support only some divisors.
std::vector<Variant> legal_somewhere(const std::vector<VerifyJob>& jobs, const Platform& platform,
                                     const VariantFilter& filter) {
  std::set<std::vector<bool>> seen;
  std::set<std::string> names;
  std::vector<Variant> variants;
  for (const VerifyJob& job : jobs) {
    const modulus::ModulusDesc desc = modulus::describe(job.workload, job.seed);
    std::vector<bool> fits;
    for (const modulus::AlgorithmInfo& info : modulus::modulus_algorithms())
      fits.push_back(!modulus::why_unfit(info.algorithm, desc));
    if (!seen.insert(fits).second) continue;
    const VariantSpace space(desc, platform, filter);
    for (const Variant& variant : space.legal())
      if (names.insert(name_of(variant)).second) variants.push_back(variant);
  }
  return variants;
}

/// Built-in ones cover each other's choices; users' kernels are few.
bool is_covered(const Variant& variant) { return variant.kernel == nullptr; }

/// Reduces the jobs' variants to a cover of all of them together, and those that nothing covers.
void keep_cover(std::vector<VerifyJob>& jobs) {
  struct Case {
    VerifyJob* job;
    Variant variant;
  };
  std::vector<Case> cases;
  std::vector<Choices> choices;
  for (VerifyJob& job : jobs)
    for (const Variant& variant : job.variants | std::views::filter(is_covered)) {
      cases.push_back({&job, variant});
      choices.push_back(choices_of(variant));
      choices.back().push_back(fmt::format("{} {}", name_of(job.workload.layout), name_of(job.workload.placement)));
    }
  for (VerifyJob& job : jobs) std::erase_if(job.variants, is_covered);
  for (const std::size_t index : pairwise_cover(choices)) cases[index].job->variants.push_back(cases[index].variant);
}

void keep_plainest(VerifyJob& job) {
  std::vector<Variant> plainest;
  for (const Variant& variant : job.variants)
    if (!is_covered(variant) || std::ranges::find(plainest, variant.algorithm, &Variant::algorithm) == plainest.end())
      plainest.push_back(variant);
  job.variants = std::move(plainest);
}

}  // namespace

std::vector<VerifyJob> jobs_of(const std::vector<Workload>& workloads, std::uint64_t seed) {
  std::vector<VerifyJob> jobs;
  for (const Workload& workload : workloads) jobs.push_back({workload, seed, {}});
  return jobs;
}

std::vector<VerifyJob> jobs_of_pieces(const std::vector<Workload>& workloads) {
  std::vector<VerifyJob> jobs;
  for (const Workload& workload : workloads) {
    const auto count = modulus::exhaustive_pieces(workload);
    if (!count)
      throw Error(
          fmt::format("{} {} has too many pairs; 8-bit types have few enough, 16-bit types in all layouts but "
                      "broadcast-b",
                      name_of(workload.layout), name_of(workload.type)));
    for (std::uint64_t piece = 0; piece < *count; ++piece) jobs.push_back({workload, piece, {}});
  }
  return jobs;
}

std::vector<VerifyJob> with_variants(const std::vector<VerifyJob>& jobs, const Platform& platform,
                                     const VariantFilter& filter, Thoroughness thoroughness) {
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
        const modulus::ModulusDesc desc = modulus::describe(job.workload, job.seed);
        std::ranges::copy_if(chosen[i].variants, std::back_inserter(job.variants),
                             [&](const Variant& variant) { return !modulus::why_unfit(variant.algorithm, desc); });
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
  for (const Variant& variant : job.variants) {
    Evaluation evaluation;
    evaluation.candidate = variant;
    const auto untried = quarantine_.untried(row_of(evaluation), variant);
    if (!untried && !workbench) workbench.emplace(*lab_.device, *lab_.compiler, *lab_.sources, job.workload, job.seed);
    evaluation = untried ? *untried : verify_variant(*workbench, variant, kernels_[name_of(variant)]);
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
