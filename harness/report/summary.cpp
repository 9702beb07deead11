#include "harness/report/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "harness/report/noise_text.h"
#include "harness/report/none_passed.h"
#include "harness/report/selection.h"
#include "harness/report/time_text.h"
#include "harness/report/workload_notes.h"
#include "kernels/accuracy.h"
#include "kernels/candidate.h"
#include "kernels/files/kernel_file.h"

namespace modlab::report {
namespace {

/// Whether the run is for the whole space, so that the plainest variant is among its rows, rather than for what
/// --where and --variant chose.
bool is_for_all(const store::RunContext& context) {
  std::string kernels;
  for (const KernelPtr& kernel : context.kernels)
    kernels += fmt::format("{}{}-{}", kernels.empty() ? "" : " ", kernel->file, kernel->hash);
  return context.filter == kernels;
}

/// What a speed-up is relative to. Of users' kernels none is the plainest.
std::string base_text(const store::Row& plainest, const store::RunContext& context) {
  const std::string_view what = !family_of(plainest.variant).empty() ? ""
                                : is_for_all(context)                ? "the plainest, "
                                                                     : "the plainest of these, ";
  return fmt::format("{}{}", what, plainest.variant);
}

/// `settled`: whether the comparison ended because it was settled, not for lack of time.
std::string class_text(const Rows& rows, std::string_view accuracy, const store::RunContext& context, bool settled) {
  if (rows.empty()) return {};
  const store::Row& best = best_of(rows);
  // A run that was stopped before its comparison has no tie set, only a fastest row.
  const bool confirmed = best.tie == "best";
  std::string text = fmt::format("  {:<8} {}\n", accuracy, best.variant);
  text += fmt::format("           {:.2f} GB/s, {}", *best.gbps, time_text(*best.median_ns));
  if (best.ci_low_ns && best.ci_high_ns)
    text += fmt::format(" ({} to {})", time_text(*best.ci_low_ns), time_text(*best.ci_high_ns));
  if (best.roofline_gbps && best.roofline_pct)
    text += fmt::format("; {:.0f} % of the roofline {:.2f} GB/s", *best.roofline_pct, *best.roofline_gbps);
  if (best.packed_gbps)
    text += fmt::format(", {:.0f} % of a packed copy, {:.2f} GB/s", 100 * *best.gbps / *best.packed_gbps,
                        *best.packed_gbps);
  text += '\n';
  const store::Row& plainest = plainest_of(rows);
  if (&plainest != &best)
    text += fmt::format("           {:.2f}x {}\n", *plainest.median_ns / *best.median_ns, base_text(plainest, context));
  if (best.max_ulp && best.mismatches && *best.mismatches > 0)
    text += fmt::format("           {} results inexact, at most {:.3g} ULP off\n", *best.mismatches, *best.max_ulp);
  if (!confirmed) return text + "           not confirmed: the run ended before the best were compared\n";

  Rows ties;
  std::ranges::copy_if(rows, std::back_inserter(ties), [](const store::Row* row) { return row->tie == "yes"; });
  if (ties.empty())
    return text + (settled ? "           alone in its tie set\n"
                           : "           ties with at least 0: the comparison was not finished\n");
  std::ranges::sort(ties, {}, [](const store::Row* row) { return *row->median_ns; });
  text += fmt::format("           ties with {}{}:\n", settled ? "" : "at least ", ties.size());
  for (const store::Row* row : ties)
    text += fmt::format("             {}  {:+.1f} %\n", row->variant, 100 * (*row->median_ns / *best.median_ns - 1));
  return text;
}

/// A peer beside the exact winner, in whose rounds it was timed.
std::string peer_text(const Rows& peers, const Rows& exact) {
  std::string text;
  for (const store::Row* peer : peers) {
    text += fmt::format("  peer     {}, {}\n           {:.2f} GB/s, {}", peer->variant, peer->choice("compiler"),
                        *peer->gbps, time_text(*peer->median_ns));
    if (peer->ci_low_ns && peer->ci_high_ns)
      text += fmt::format(" ({} to {})", time_text(*peer->ci_low_ns), time_text(*peer->ci_high_ns));
    if (peer->roofline_pct) text += fmt::format("; {:.0f} % of the roofline", *peer->roofline_pct);
    text += fmt::format("\n           {} results inexact", peer->mismatches.value_or(0));
    if (peer->mismatches.value_or(0) > 0) text += fmt::format(", at most {:.3g} ULP off", peer->max_ulp.value_or(0));
    text += '\n';
    if (exact.empty()) continue;
    const statistics::RunRatio ratio = times_as_fast(best_of(exact), *peer);
    text += fmt::format("           the exact winner is {:.2f}x as fast ({:.2f} to {:.2f})\n", ratio.ratio,
                        ratio.ci.low, ratio.ci.high);
  }
  return text;
}

std::string spent_text(const store::TimeSpent& spent) {
  if (spent.whole() == 0) return {};
  return fmt::format(
      "spent {:.1f} s, {:.0f} % of it measuring: compile {:.1f}, verify {:.1f}, measure {:.1f}, other {:.1f}\n",
      spent.whole(), 100 * spent.measure / spent.whole(), spent.compile, spent.verify, spent.measure, spent.other);
}

/// What the run, or each of the merged runs, found out about a workload.
std::string about_text(const store::RunContext& run, const std::vector<const store::WorkloadContext*>& found,
                       const Rows& rows) {
  std::string text;
  for (const store::WorkloadContext* about : found) {
    const std::vector<std::string> notes = workload_notes(run, *about, rows);
    if (!about->run.empty() && !notes.empty()) text += fmt::format("  as {} found:\n", about->run);
    for (const std::string& note : notes) text += fmt::format("  {}\n", note);
  }
  return text;
}

bool is_settled(const std::vector<const store::WorkloadContext*>& found, std::string_view accuracy) {
  return std::ranges::none_of(found, [&](const store::WorkloadContext* about) {
    return std::ranges::find(about->unsettled, accuracy) != about->unsettled.end();
  });
}

/// A run, or its part on one adapter.
std::string part_text(const std::vector<store::Row>& rows, const store::RunContext& context) {
  std::string text =
      fmt::format("{}\n{}, {}, {}\nclock step {}, empty pair {}; mode {}, seed {}\n", context.run,
                  context.device.adapter, context.device.implementation, context.compiler_version,
                  time_text(context.clock_step_ns), time_text(context.empty_pair_ns), context.mode, context.seed);
  text += spent_text(context.spent);
  if (!context.merged.empty()) text += fmt::format("merged from {}\n", fmt::join(context.merged, ", "));
  const std::vector<Rows> groups = group_by_workload(rows);
  for (const Rows& group : groups) {
    const std::string name = store::workload_of(*group.front());
    std::vector<const store::WorkloadContext*> found;
    std::uint64_t space = 0;
    for (const store::WorkloadContext& about : context.workloads) {
      if (about.workload != name) continue;
      found.push_back(&about);
      space += about.space;
    }
    const auto count = std::ranges::count_if(
        group, [](const store::Row* row) { return passed(*row) && row->accuracy != name_of(Accuracy::peer); });
    text += fmt::format("\n{}\n  {} variants measured", name, count);
    if (!found.empty()) text += fmt::format(" of {}", space);
    if (const std::string failures = counts_text(group, false, &store::Row::status); !failures.empty())
      text += ", " + failures;
    text += '\n';
    if (const std::string why = why_none_passed(group); !why.empty()) text += fmt::format("  {}\n", why);
    if (const std::string stops = counts_text(group, true, &store::Row::stop); !stops.empty())
      text += fmt::format("  sampling stopped: {}\n", stops);
    const auto figures_of = [&](Accuracy accuracy) { return measured(of_class(group, name_of(accuracy))); };
    for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula})
      text += class_text(figures_of(accuracy), name_of(accuracy), context, is_settled(found, name_of(accuracy)));
    text += peer_text(figures_of(Accuracy::peer), figures_of(Accuracy::exact));
    text += about_text(context, found, group);
  }
  if (const std::string line = too_short_text(context, groups); !line.empty()) text += '\n' + line;
  return text;
}

}  // namespace

std::string summarize(const std::vector<store::Row>& rows, const store::RunContext& context) {
  if (context.parts.empty()) return part_text(rows, context);
  std::string text;
  for (const store::RunContext& part : context.parts) {
    std::vector<store::Row> own;
    std::ranges::copy_if(rows, std::back_inserter(own),
                         [&](const store::Row& row) { return row.adapter == part.device.adapter; });
    text.append(text.empty() ? "" : "\n").append(part_text(own, part));
  }
  return text;
}

}  // namespace modlab::report
