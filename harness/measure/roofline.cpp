#include "harness/measure/roofline.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/device/status.h"

namespace modlab {
namespace {

/// Copies are cheap and steady; this much time shows what a path can do.
constexpr StoppingRule kCopyRule{.longest_ns = 20e6};
constexpr StoppingRule kDuelRule{.least_samples = 15, .longest_ns = 500e6};

struct CopyShape {
  std::uint32_t per_thread;
  std::uint32_t threads;
};
/// Where to start: the shapes a copy is usually written with. A variant that beats them brings its own shape.
constexpr std::array<CopyShape, 2> kCopyShapes{{{1, 256}, {4, 256}}};

}  // namespace

Variant copy_of(Variant variant) {
  variant.algorithm = Algorithm::copy;
  return variant;
}

Roofline::Roofline(Workbench& bench, const Clock& clock, std::uint64_t seed)
    : bench_(bench), clock_(clock), random_(seed) {}

void Roofline::learn(const Variant& copy, double copy_ns) {
  const auto [known, added] = best_ns_.try_emplace({copy.access, copy.load_bytes}, copy_ns);
  if (!added) known->second = std::min(known->second, copy_ns);
}

double Roofline::gbps(const Variant& variant) {
  const Path path{variant.access, variant.load_bytes};
  if (!best_ns_.contains(path)) {
    for (const CopyShape& shape : kCopyShapes) {
      Variant copy = copy_of(variant);
      copy.per_thread = shape.per_thread;
      copy.threads = shape.threads;
      copy.loop = Loop::group;
      const PreparedKernel prepared = bench_.prepare(copy);
      bench_.verify(prepared);
      learn(copy, sample_alone(bench_, clock_, prepared, kCopyRule).statistics.median);
    }
  }
  return static_cast<double>(bytes_moved(bench_.workload())) / best_ns_.at(path);
}

void Roofline::check(const PreparedKernel& prepared, double measured_ns) {
  const double measured_gbps = static_cast<double>(bytes_moved(bench_.workload())) / measured_ns;
  if (measured_gbps <= gbps(prepared.variant)) return;

  const PreparedKernel copy = bench_.prepare(copy_of(prepared.variant));
  bench_.verify(copy);
  std::array<Contestant, 2> duel{{{.prepared = &copy, .measurement = {}}, {.prepared = &prepared, .measurement = {}}}};
  run_rounds(bench_, clock_, duel, kDuelRule, random_);
  learn(copy.variant, duel[0].measurement.statistics.median);
  const PairedRatio ratio = paired_ratio(duel[0].measurement.samples_ns, duel[1].measurement.samples_ns);
  // Beyond twice the indifference: that a modulus costs no more than a copy is possible, that it costs less is not.
  if (ratio.ci.high < 1 - 2 * kIndifference)
    throw VariantFailure(
        Status::above_roofline,
        fmt::format("takes {:.1f} % of the time of a copy of the same shape: work is missing", 100 * ratio.median));
}

}  // namespace modlab
