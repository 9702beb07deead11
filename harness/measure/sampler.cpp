#include "harness/measure/sampler.h"

#include <algorithm>
#include <limits>

namespace modlab {

namespace {

/// An H200 that had been idle for four seconds rose from a third of its speed to all of it in two to four steps of 75
/// to 200 ms each.
constexpr double kPlateau_ns = 250e6;

}  // namespace

std::vector<double> samples_where(const Measurement& measurement, bool drifted) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < measurement.samples_ns.size(); ++i)
    if (measurement.drifted[i] == drifted) samples.push_back(measurement.samples_ns[i]);
  return samples;
}

std::vector<double> counted_ns(const Measurement& measurement) {
  std::vector<double> steady = samples_where(measurement, false);
  return steady.size() < kMinSamplesForInterval ? measurement.samples_ns : steady;
}

Variant pilot_variant(const Variant& like) {
  // This shape is legal for every workload.
  return {.access = Access::structured,
          .load_bytes = 4,
          .per_thread = 1,
          .threads = 256,
          .loop = Loop::group,
          .algorithm = Algorithm::copy,
          .binding = Binding::root,
          .build = {like.build.compiler, like.build.shader_model}};
}

Sampler::Sampler(Workbench& workbench, const Clock& clock, const Variant& like)
    : workbench_(workbench),
      clock_(clock),
      pilot_variant_(pilot_variant(like)),
      pilot_([this] { return time_pilot(); }, workbench.device().software ? 0 : kPlateau_ns) {}

std::uint32_t Sampler::choose_batch(const PreparedKernel& prepared) {
  // The first launch may include work that the driver deferred.
  static_cast<void>(workbench_.time(prepared, 1));
  // A launch within a batch is cheaper than one alone, and disturbances only lengthen it, so take the fastest of a few.
  constexpr int kReadings = 3;
  double launch_ns = std::numeric_limits<double>::infinity();
  std::uint32_t batch = 1;
  for (int i = 0; i < kReadings; ++i) {
    launch_ns = std::min(launch_ns, take(prepared, batch));
    batch = std::min(workbench_.max_batch(), batch_size(clock_, launch_ns));
    if (batch == 1) break;
  }
  return batch;
}

double Sampler::take(const PreparedKernel& prepared, std::uint32_t batch) {
  return static_cast<double>(workbench_.time(prepared, batch)) * clock_.tick_ns / batch;
}

double Sampler::time_pilot() {
  const Phase phase = workbench_.phase("pilot");
  if (!pilot_kernel_) {
    pilot_kernel_ = workbench_.prepare(pilot_variant_);
    workbench_.verify(*pilot_kernel_);
    pilot_batch_ = choose_batch(*pilot_kernel_);
  }
  return take(*pilot_kernel_, pilot_batch_) * pilot_batch_;
}

}  // namespace modlab
