#include "harness/report/noise_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/statistics/settling.h"
#include "harness/statistics/verdict.h"

namespace modlab::report {
namespace {

/// Why a kernel differs from itself by more than a run is for.
struct Noise {
  enum class Reason { unsteady, too_little_time, unexplained };
  Reason reason = Reason::unsteady;
  double drifted_share = 0;  ///< of the samples, which the pilots had taken again
  double times = 1;          ///< as much time would narrow the noise floor to 0.5 %, if that is the reason
};

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3600);
}

/// Of the A/A's interval, which rests on the blocks of the pilot but for the fifth at either end. Contexts of earlier
/// versions do not say.
double degrees_of(const store::WorkloadContext& context) {
  constexpr double kMany = 1e6;
  return context.pilot.blocks == 0 ? kMany : std::max(1.0, 0.6 * static_cast<double>(context.pilot.blocks) - 1);
}

double share_of_drifted(const store::WorkloadContext& context, const Rows& rows) {
  double counted = 0;
  for (const store::Row* row : rows)
    if (context.run.empty() || row->run == context.run) counted += static_cast<double>(row->samples.value_or(0));
  const auto drifted = static_cast<double>(context.drifted);
  return drifted == 0 ? 0 : drifted / (drifted + counted);
}

/// Nothing where the A/A is SAME, or UNCLEAR by so little that it does not matter.
std::optional<Noise> noise_of(const store::WorkloadContext& context, const Rows& rows) {
  // UNCLEAR alone may mean a floor just above 0.5 %, which needs no explanation.
  constexpr double kNoisy = 0.01;
  const bool unclear = context.aa_verdict == statistics::name_of(statistics::Verdict::unclear);
  if (context.aa_variant.empty() || !context.unconfirmed.empty() ||
      context.aa_verdict == statistics::name_of(statistics::Verdict::same) ||
      (unclear && store::noise_floor_share(context) <= kNoisy))
    return std::nullopt;
  // A machine that changed around so many samples is the reason, rather than their number.
  constexpr double kUnsteady = 1.0 / 3;
  Noise noise{.drifted_share = share_of_drifted(context, rows)};
  if (noise.drifted_share > kUnsteady) return noise;
  noise.reason = unclear ? Noise::Reason::too_little_time : Noise::Reason::unexplained;
  // The kernel is as fast as itself: its interval need only be narrow enough around 1.
  if (unclear && context.aa_low > 0)
    noise.times = std::max(
        2.0, statistics::times_samples(std::log(context.aa_high / context.aa_low) / 2 / statistics::kIndifference,
                                       degrees_of(context)));
  return noise;
}

}  // namespace

std::string noise_text(const store::RunContext& run, const store::WorkloadContext& context, const Rows& rows) {
  const auto noise = noise_of(context, rows);
  if (!noise) return {};
  const std::string text = fmt::format("A/A IS NOT SAME: differences of up to {:.1f} % say nothing here; ",
                                       100 * store::noise_floor_share(context));
  switch (noise->reason) {
    case Noise::Reason::unsteady:
      return text +
             fmt::format("the machine was not steady, {:.0f} % of the samples drifted: run again on a quieter one",
                         100 * noise->drifted_share);
    case Noise::Reason::too_little_time: break;
    case Noise::Reason::unexplained: return text + "more than chance explains: run again";
  }
  const double seconds = noise->times * run.spent.whole() / static_cast<double>(run.workloads.size());
  return text + fmt::format("too little time: {:.1f} % takes about {}{:.0f} times as long",
                            100 * statistics::kIndifference, seconds > 0 ? duration_text(seconds) + ", " : "",
                            noise->times);
}

std::string too_short_text(const store::RunContext& run, const std::vector<Rows>& workloads) {
  std::vector<double> times;
  for (const Rows& rows : workloads)
    for (const store::WorkloadContext& context : run.workloads)
      if (context.workload == store::workload_of(*rows.front()))
        if (const auto noise = noise_of(context, rows); noise && noise->reason == Noise::Reason::too_little_time)
          times.push_back(noise->times);
  if (times.size() < 2 || run.spent.whole() == 0 || !run.merged.empty()) return {};
  std::ranges::sort(times);
  const auto run_of = [&](double factor) { return duration_text(factor * run.spent.whole()); };
  return fmt::format("too little time for {} of {} workloads: a run of {} would do for half of them, {} for all\n",
                     times.size(), workloads.size(), run_of(statistics::median_of(times)), run_of(times.back()));
}

}  // namespace modlab::report
