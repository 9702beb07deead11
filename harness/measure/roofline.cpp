#include "harness/measure/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/device/status.h"

namespace modlab {
namespace {

/// Copies are cheap and steady; this much time shows what a path can do.
constexpr StoppingRule kCopyRule{.longest_ns = 20e6};
constexpr StoppingRule kDuelRule{.least_samples = 15, .longest_ns = 500e6};

/// A modulus and a copy of its shape differ in when they ask for memory, so that the modulus may be the faster one by a
/// little without having left anything out. This much is a choice, not a measured limit: of five correct kernels that
/// an H200 timed ahead of their copies, while its clocks drifted, four took 98.4 to 98.5 % of the time and one 94.4 %.
constexpr double kImpossible = 0.97;

struct CopyShape {
  std::uint32_t per_thread;
  std::uint32_t threads;
};
/// Where to start: the shapes a copy is usually written with. A variant that beats them brings its own shape.
constexpr std::array<CopyShape, 2> kCopyShapes{{{1, 256}, {4, 256}}};

}  // namespace

Variant copy_of(Variant variant) {
  variant.algorithm = Algorithm::copy;
  variant.precise = false;
  return variant;
}

Roofline::Roofline(Sampler& sampler, std::uint64_t seed)
    : sampler_(sampler), random_(seed), best_ns_(std::numeric_limits<double>::infinity()) {}

double Roofline::gbps() const { return static_cast<double>(bytes_moved(sampler_.bench().workload())) / best_ns_; }

void Roofline::learn(double copy_ns) { best_ns_ = std::min(best_ns_, copy_ns); }

void Roofline::explore(const Variant& variant) {
  if (!explored_.emplace(variant.access, variant.load_bytes).second) return;
  for (const CopyShape& shape : kCopyShapes) {
    Variant copy = copy_of(variant);
    copy.per_thread = shape.per_thread;
    copy.threads = shape.threads;
    copy.loop = Loop::group;
    const PreparedKernel prepared = sampler_.bench().prepare(copy);
    sampler_.bench().verify(prepared);
    learn(sample_alone(sampler_, prepared, kCopyRule).statistics.median);
  }
}

void Roofline::check(const PreparedKernel& prepared, double measured_ns) {
  explore(prepared.variant);
  if (measured_ns >= best_ns_) return;

  const PreparedKernel copy = sampler_.bench().prepare(copy_of(prepared.variant));
  sampler_.bench().verify(copy);
  std::array<Contestant, 2> duel{{{.prepared = &copy, .measurement = {}}, {.prepared = &prepared, .measurement = {}}}};
  run_rounds(sampler_, duel, kDuelRule, random_);
  learn(duel[0].measurement.statistics.median);
  const PairedRatio ratio = paired_ratio(counted_ns(duel[0].measurement), counted_ns(duel[1].measurement));
  if (ratio.pairs >= ratio.least_pairs && ratio.ci.high < kImpossible)
    throw VariantFailure(
        Status::above_roofline,
        fmt::format("takes {:.1f} % of the time of a copy of the same shape: work is missing", 100 * ratio.median));
}

}  // namespace modlab
