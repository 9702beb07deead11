#include "harness/tune/finalist_race.h"

#include <algorithm>
#include <utility>

#include "harness/statistics/paired_ratio.h"

namespace modlab::tune {
namespace {

/// Even when the time is up. With fewer blocks, no kernel could be told from the leader, however slow.
constexpr std::size_t kGuaranteedBlocks = 5;

}  // namespace

FinalistRace::FinalistRace(measure::Sampler& sampler, std::vector<measure::PreparedKernel>& kernels,
                           std::vector<KernelClass> classes)
    : sampler_(sampler), classes_(std::move(classes)), relocation_(sampler.workbench(), kernels) {
  for (const KernelClass& each : classes_) races_.emplace_back(each.members.size());
  for (const measure::PreparedKernel& kernel : kernels) timed_.push_back({.prepared = &kernel});
}

void FinalistRace::run(const Rule& rule, std::mt19937_64& random) {
  measure::run_rounds(sampler_, timed_, random,
                      {.is_over = [&](double elapsed_ns) { return is_over(elapsed_ns, rule); },
                       .begin_round = [&] { return relocation_.begin_round(); }});
  for (std::size_t which = 0; which < classes_.size(); ++which)
    for (const std::size_t member : classes_[which].members)
      timed_[member].measurement.stop = timed_[member].is_out        ? measure::Stop::beaten
                                        : races_[which].is_settled() ? measure::Stop::settled
                                                                     : measure::Stop::time;
}

std::vector<std::size_t> FinalistRace::best_first(std::size_t which) const {
  const KernelClass& of = classes_[which];
  const std::vector<statistics::BlockedSamples> samples = samples_of(of);
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t i = 0; i < of.members.size(); ++i)
    if (!races_[which].has_lost(i))
      ranked.emplace_back(statistics::paired_ratio(samples[races_[which].leader()], samples[i]).ratio, of.members[i]);
  std::ranges::sort(ranked);
  std::vector<std::size_t> members;
  for (const auto& [ratio, member] : ranked) members.push_back(member);
  return members;
}

std::vector<statistics::BlockedSamples> FinalistRace::samples_of(const KernelClass& which) const {
  std::vector<statistics::BlockedSamples> samples;
  for (const std::size_t member : which.members) samples.push_back(measure::counted_ns(timed_[member].measurement));
  return samples;
}

bool FinalistRace::is_over(double elapsed_ns, const Rule& rule) {
  const bool time_is_up = elapsed_ns >= rule.limit_s * 1e9;
  if (time_is_up) relocation_.hurry();
  const measure::Measurement& running = std::ranges::find(timed_, false, &measure::TimedKernel::is_out)->measurement;
  const std::size_t blocks = measure::counted_ns(running).block_count();
  const bool is_last = time_is_up && blocks >= kGuaranteedBlocks;
  bool settled = true;
  for (std::size_t which = 0; which < classes_.size(); ++which) {
    statistics::Race& race = races_[which];
    if (!race.is_settled() && (is_last || race.is_look_due(blocks))) {
      race.look(samples_of(classes_[which]));
      if (!rule.losers_stay) let_losers_leave(which);
    }
    settled = settled && race.is_settled();
  }
  return is_last || (settled && running.samples_ns.values.size() >= rule.min_rounds);
}

void FinalistRace::let_losers_leave(std::size_t which) {
  // Who has lost by paired samples stays until its own interval shows it too: readers of the journal see only that.
  const KernelClass& of = classes_[which];
  const std::vector<statistics::BlockedSamples> samples = samples_of(of);
  const double leader_high = statistics::describe(samples[races_[which].leader()]).ci.high;
  for (std::size_t i = 0; i < of.members.size(); ++i) {
    if (!races_[which].has_lost(i) || statistics::describe(samples[i]).ci.low <= leader_high) continue;
    timed_[of.members[i]].is_out = true;
    relocation_.leave(of.members[i]);
  }
}

}  // namespace modlab::tune
