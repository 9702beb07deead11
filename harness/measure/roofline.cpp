#include "harness/measure/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "harness/device/status.h"
#include "harness/statistics/paired_ratio.h"

namespace modlab::measure {
namespace {

/// Copies are short and steady; this much time shows what a path can do.
constexpr StoppingRule kCopyRule{.max_ns = 20e6};
constexpr StoppingRule kDuelRule{.min_samples = 18, .max_ns = 500e6};

/// A modulus and a copy issue their memory accesses at different times, so a modulus may be slightly faster without
/// having left anything out: on an H200, correct kernels took 99.6 % of the time of the best copy (and 81.7 % of that
/// of a copy of their own shape, which says little). This value is a choice, not a measured limit.
constexpr double kImpossible = 0.97;

/// Where a launch that does nothing takes more than this share of a copy's time, it is not the memory that limits
/// either: on an H200 a kernel of 4,099 bytes took 2.5 us, all results right, the best copy 2.8 us and an empty
/// launch 1.7 us.
constexpr double kMostlyLaunch = 0.5;

/// Copies through a variant's own path can be the roofline only where the variant itself comes near it.
constexpr double kNear = 1.15;

/// A failing copy, such as one that a pack lacks, says nothing about the variant under test, unless it lost the device.
template <typename Work>
void tolerate(Work work) {
  try {
    work();
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw;
  }
}

}  // namespace

Roofline::Roofline(Sampler& sampler, std::vector<Copies> first, std::uint64_t seed)
    : sampler_(sampler), first_(std::move(first)), random_(seed), best_ns_(std::numeric_limits<double>::infinity()) {}

double Roofline::gbps() const { return static_cast<double>(sampler_.workbench().workload().bytes) / best_ns_; }

void Roofline::learn(const Candidate& copy, double ns) {
  if (ns >= best_ns_) return;
  best_copy_ = copy;
  best_ns_ = ns;
}

std::vector<Candidate> Roofline::first_copies() const {
  std::vector<Candidate> copies;
  for (const Copies& path : first_) std::ranges::copy(path.usual, std::back_inserter(copies));
  return copies;
}

std::vector<Candidate> Roofline::copies_due(const Candidate& candidate) const {
  const std::optional<Copies> copies = problem().copies_like(candidate);
  return copies && !explored_.contains(copies->path) ? copies->usual : std::vector<Candidate>{};
}

void Roofline::explore(const Candidate& candidate) {
  if (const std::optional<Copies> copies = problem().copies_like(candidate)) explore(*copies);
}

void Roofline::explore(const Copies& copies) {
  if (!explored_.insert(copies.path).second) return;
  const Phase phase = sampler_.workbench().phase("find the roofline");
  for (const Candidate& copy : copies.usual)
    tolerate([&] {
      const PreparedKernel prepared = prepare_verified(copy);
      StoppingRule rule = kCopyRule;
      rule.out_of_reach_ns = best_ns_;
      learn(copy, sample_alone(sampler_, prepared, rule).statistics.median);
    });
}

void Roofline::explore_packed(std::span<const Copies> paths) {
  Workbench& workbench = sampler_.workbench();
  const std::vector<Candidate> copies = problem().packed_copies(paths);
  if (copies.empty()) return;
  const Phase phase = workbench.phase("find the roofline of packed tensors");
  for (const Candidate& copy : copies)
    tolerate([&] {
      const double ns = sample_alone(sampler_, workbench.prepare(copy), kCopyRule).statistics.median;
      const double gbps = static_cast<double>(workbench.workload().packed_bytes) / ns;
      if (gbps <= packed_gbps_) return;
      packed_gbps_ = gbps;
      best_packed_copy_ = copy;
    });
}

PreparedKernel Roofline::prepare_verified(const Candidate& copy) {
  PreparedKernel prepared = sampler_.workbench().prepare(copy);
  sampler_.workbench().verify(prepared);
  return prepared;
}

void Roofline::check(const PreparedKernel& prepared, double measured_ns) {
  const std::vector<Copies> first = std::exchange(first_, {});
  for (const Copies& path : first) explore(path);
  explore_packed(first);
  if (!is_judged(prepared.candidate.accuracy)) return;
  const std::optional<Copies> like = problem().copies_like(prepared.candidate);
  const std::optional<Candidate> twin = like ? std::optional(like->twin) : std::nullopt;
  if (like && measured_ns < kNear * best_ns_) explore(*like);
  if (!best_copy_ || measured_ns >= best_ns_) return;
  const double limit_ns = static_cast<double>(sampler_.workbench().workload().bytes) / packed_gbps_;

  const Phase phase = sampler_.workbench().phase("compare with the roofline");
  std::vector<PreparedKernel> copies;
  if (twin) tolerate([&] { copies.push_back(prepare_verified(*twin)); });
  if (best_copy_ != twin) tolerate([&] { copies.push_back(prepare_verified(*best_copy_)); });
  if (copies.empty()) return;
  std::vector<TimedKernel> duel{{.prepared = &prepared}};
  for (const PreparedKernel& copy : copies) duel.push_back({.prepared = &copy});
  run_rounds(sampler_, duel, random_,
             {.is_over = [&](double elapsed_ns) { return stops_all(kDuelRule, duel, elapsed_ns); },
              .begin_round = blocks_of_rounds()});
  bool is_possible = duel[0].measurement.statistics.median >= limit_ns;
  double largest_share = 0;
  for (std::size_t i = 1; i < duel.size(); ++i) {
    learn(duel[i].prepared->candidate, duel[i].measurement.statistics.median);
    const statistics::PairedRatio ratio =
        statistics::paired_ratio(counted_ns(duel[i].measurement), counted_ns(duel[0].measurement));
    is_possible = is_possible || ratio.interval().high >= kImpossible;
    largest_share = std::max(largest_share, ratio.ratio);
  }
  if (is_possible) return;
  const std::optional<statistics::Estimate> launch = time_empty_launch(sampler_);
  if (launch && launch->median > kMostlyLaunch * best_ns_) return;
  throw VariantFailure(
      Status::above_roofline,
      fmt::format("takes {:.1f} % of the time of the best copy: work is missing", 100 * largest_share));
}

}  // namespace modlab::measure
