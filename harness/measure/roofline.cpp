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

struct CopyShape {
  std::uint32_t per_thread;
  std::uint32_t threads;
};
/// A variant that beats these adds its own shape.
constexpr std::array<CopyShape, 2> kCopyShapes{{{1, 256}, {4, 256}}};

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

std::optional<Variant> copy_of(std::optional<Variant> variant) {
  if (!variant || variant->kernel != nullptr) return std::nullopt;
  variant->algorithm = modulus::Algorithm::copy;
  variant->precise = false;
  return variant;
}

std::vector<Variant> usual_copies(const Variant& variant) {
  const std::optional<Variant> like = copy_of(variant);
  if (!like) return {};
  std::vector<Variant> copies;
  for (const CopyShape& shape : kCopyShapes) {
    Variant copy = *like;
    copy.per_thread = shape.per_thread;
    copy.threads = shape.threads;
    copy.streamed = false;
    if (copy.loop == Loop::grid) copy.loop = Loop::group;
    copies.push_back(copy);
  }
  return copies;
}

Roofline::Roofline(Sampler& sampler, std::vector<Variant> paths, std::uint64_t seed)
    : sampler_(sampler), paths_(std::move(paths)), random_(seed), best_ns_(std::numeric_limits<double>::infinity()) {}

double Roofline::gbps() const { return static_cast<double>(bytes_moved(sampler_.workbench().workload())) / best_ns_; }

void Roofline::learn(const Variant& copy, double ns) {
  if (ns >= best_ns_) return;
  best_copy_ = copy;
  best_ns_ = ns;
}

std::vector<Variant> Roofline::first_copies() const {
  std::vector<Variant> copies;
  for (const Variant& path : paths_) std::ranges::copy(usual_copies(path), std::back_inserter(copies));
  return copies;
}

std::vector<Variant> Roofline::copies_due(const Variant& variant) const {
  return explored_.contains(path_of(variant)) ? std::vector<Variant>{} : usual_copies(variant);
}

void Roofline::explore(const Variant& variant) {
  if (!explored_.insert(path_of(variant)).second) return;
  const Phase phase = sampler_.workbench().phase("find the roofline");
  for (const Variant& copy : usual_copies(variant))
    tolerate([&] {
      const PreparedKernel prepared = prepare_verified(copy);
      StoppingRule rule = kCopyRule;
      rule.out_of_reach_ns = best_ns_;
      learn(copy, sample_alone(sampler_, prepared, rule).statistics.median);
    });
}

void Roofline::explore_packed(const std::vector<Variant>& paths) {
  Workbench& workbench = sampler_.workbench();
  if (paths.empty() || can_vectorize(describe(workbench.workload()))) return;
  const Phase phase = workbench.phase("find the roofline of packed tensors");
  for (const Variant& path : paths)
    for (Variant copy : usual_copies(path)) {
      copy.loop = Loop::group;
      copy.load_bytes = 16;
      tolerate([&] {
        const double ns = sample_alone(sampler_, workbench.prepare_packed_copy(copy), kCopyRule).statistics.median;
        const double gbps = static_cast<double>(workbench.packed_bytes()) / ns;
        if (gbps <= packed_gbps_) return;
        packed_gbps_ = gbps;
        best_packed_copy_ = copy;
      });
    }
}

PreparedKernel Roofline::prepare_verified(const Variant& copy) {
  PreparedKernel prepared = sampler_.workbench().prepare(copy);
  sampler_.workbench().verify(prepared);
  return prepared;
}

void Roofline::check(const PreparedKernel& prepared, double measured_ns) {
  const std::vector<Variant> paths = std::exchange(paths_, {});
  for (const Variant& path : paths) explore(path);
  explore_packed(paths);
  if (!is_judged(prepared.candidate.accuracy)) return;
  const std::optional<Variant> twin = copy_of(prepared.candidate.variant);
  if (twin && measured_ns < kNear * best_ns_) explore(*twin);
  if (!best_copy_ || measured_ns >= best_ns_) return;
  const double limit_ns = static_cast<double>(bytes_moved(sampler_.workbench().workload())) / packed_gbps_;

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
    learn(*duel[i].prepared->candidate.variant, duel[i].measurement.statistics.median);
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
