#include "harness/tune/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "harness/tune/evaluation.h"
#include "kernels/cover.h"
#include "kernels/error.h"

namespace modlab {
namespace {

/// What kernels depend on: everything but the data.
Workload without_data(Workload workload) {
  workload.data_set = {};
  return workload;
}

/// What may share one cover: the layout and the placement are axes of it.
Workload without_arrangement(Workload workload) {
  workload.layout = {};
  workload.placement = {};
  return without_data(workload);
}

/// Items with the same key next to each other, in the order in which the keys first appear.
template <typename Item, typename Key>
std::vector<std::vector<Item>> group_by(const std::vector<Item>& items, Key key) {
  std::vector<std::vector<Item>> groups;
  for (const Item& item : items) {
    const auto group =
        std::ranges::find_if(groups, [&](const std::vector<Item>& other) { return key(other.front()) == key(item); });
    if (group == groups.end())
      groups.push_back({item});
    else
      group->push_back(item);
  }
  return groups;
}

/// Keeps of each job's variants those that a cover of all the jobs' variants together has.
void keep_cover(std::vector<VerifyJob>& jobs) {
  struct Case {
    VerifyJob* job;
    Variant variant;
  };
  std::vector<Case> cases;
  std::vector<Choices> choices;
  for (VerifyJob& job : jobs)
    for (const Variant& variant : job.variants) {
      cases.push_back({&job, variant});
      choices.push_back(choices_of(variant));
      choices.back().push_back(fmt::format("{} {}", name_of(job.workload.layout), name_of(job.workload.placement)));
    }
  for (VerifyJob& job : jobs) job.variants.clear();
  for (const std::size_t place : pairwise_cover(choices)) cases[place].job->variants.push_back(cases[place].variant);
}

void keep_plainest(VerifyJob& job) {
  std::vector<Variant> plainest;
  for (const Variant& variant : job.variants)
    if (std::ranges::find(plainest, variant.algorithm, &Variant::algorithm) == plainest.end())
      plainest.push_back(variant);
  job.variants = std::move(plainest);
}

}  // namespace

std::vector<VerifyJob> verify_jobs(const std::vector<Workload>& workloads, const Platform& platform,
                                   const VariantFilter& filter, Thoroughness thoroughness, std::uint64_t seed) {
  std::vector<VerifyJob> jobs;
  for (const std::vector<Workload>& arrangements : group_by(workloads, without_arrangement)) {
    const std::vector<std::vector<Workload>> groups = group_by(arrangements, without_data);
    std::vector<VerifyJob> chosen;
    for (const std::vector<Workload>& group : groups)
      chosen.push_back({group.front(), seed, VariantSpace(describe(group.front()), platform, filter).legal()});
    if (thoroughness == Thoroughness::cover) keep_cover(chosen);
    if (thoroughness == Thoroughness::plainest) std::ranges::for_each(chosen, keep_plainest);
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (const Workload& workload : groups[i]) jobs.push_back({workload, seed, chosen[i].variants});
  }
  return jobs;
}

std::vector<VerifyJob> in_pieces(const std::vector<VerifyJob>& jobs) {
  std::vector<VerifyJob> pieces;
  for (const VerifyJob& job : jobs) {
    const auto count = exhaustive_pieces(job.workload);
    if (!count)
      throw Error(
          fmt::format("{} {} has too many pairs; 8-bit types have few enough, 16-bit types in all layouts but "
                      "broadcast-b",
                      name_of(job.workload.layout), name_of(job.workload.type)));
    for (std::uint64_t piece = 0; piece < *count; ++piece) pieces.push_back({job.workload, piece, job.variants});
  }
  return pieces;
}

void Verifier::run(const VerifyJob& job, const RowFunction& on_row) {
  if (without_data(job.workload) != kernels_of_) {
    kernels_.clear();
    kernels_of_ = without_data(job.workload);
  }
  std::optional<Workbench> bench;
  for (const Variant& variant : job.variants) {
    if (!bench) bench.emplace(*lab_.device, *lab_.compiler, *lab_.sources, job.workload, job.seed);
    const Evaluation evaluation = verify_variant(*bench, variant, kernels_[name_of(variant)]);
    Row row = make_row(job.workload, job.seed, evaluation, "verify");
    on_row(row);
    if (!lost_its_device(evaluation.status)) continue;
    bench.reset();
    kernels_.clear();
    lab_.device.reset();
    lab_.device = lab_.make_device();
  }
}

}  // namespace modlab
