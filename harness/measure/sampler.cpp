#include "harness/measure/sampler.h"

#include <algorithm>
#include <limits>

#include "harness/device/status.h"

namespace modlab::measure {

namespace {

/// An H200 that had been idle for four seconds rose from a third of its speed to all of it in two to four steps of 75
/// to 200 ms each.
constexpr double kPlateau_ns = 250e6;

}  // namespace

Sampler::Sampler(Workbench& workbench, const Clock& clock, const Build& build, bool at_work)
    : workbench_(workbench), clock_(clock), pilot_(workbench.workload().problem->pilot(build)), at_work_(at_work) {}

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

double Sampler::take(const PreparedKernel& prepared, std::uint32_t batch, WorkingSet::Where where,
                     Workbench::Checks checks) {
  return static_cast<double>(workbench_.time(prepared, batch, where, checks)) * clock_.tick_ns / batch;
}

Sampler::PilotKernel::PilotKernel(Sampler& sampler, PreparedKernel prepared, double plateau_ns)
    : kernel(std::move(prepared)),
      batch(sampler.choose_batch(kernel)),
      pilot(
          [this, &sampler] {
            const Phase phase = sampler.workbench_.phase("pilot");
            return sampler.take(kernel, batch, WorkingSet::Where::pinned) * batch;
          },
          plateau_ns) {}

void Sampler::make_pilots() {
  if (memory_) return;
  PreparedKernel copy = workbench_.prepare(pilot_);
  workbench_.verify(copy);
  memory_.emplace(*this, std::move(copy), workbench_.device().software ? 0 : kPlateau_ns);
  if (at_work_)
    memory_->pilot.settle_at_work();
  else
    memory_->pilot.settle();
  try {
    // The clocks have risen for the memory pilot; it does not wait for another plateau.
    arithmetic_.emplace(*this, workbench_.prepare_arithmetic(*pilot_.build), 0);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw;
  }
}

std::optional<statistics::Estimate> Sampler::arithmetic_pilot() const {
  if (!arithmetic_ || arithmetic_->pilot.timings().empty()) return std::nullopt;
  const statistics::Statistics statistics = statistics::describe(arithmetic_->pilot.timings());
  const double batch = arithmetic_->batch;
  return statistics::Estimate{.median = statistics.median / batch,
                              .ci = {statistics.ci.low / batch, statistics.ci.high / batch},
                              .blocks = statistics.blocks};
}

void Sampler::settle() {
  make_pilots();
  memory_->pilot.settle();
  if (arithmetic_) arithmetic_->pilot.settle();
}

bool Sampler::steady() {
  const bool memory_steady = memory_->pilot.steady();
  const bool arithmetic_steady = !arithmetic_ || arithmetic_->pilot.steady();
  return memory_steady && arithmetic_steady;
}

}  // namespace modlab::measure
