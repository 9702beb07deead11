#include "harness/report/trial_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "harness/report/time_text.h"

namespace modlab::report {
namespace {

/// The largest differences; the others change little.
constexpr std::size_t kChangesShown = 6;

std::string estimate_text(const statistics::Estimate& ns) {
  return fmt::format("{} ({} to {})", time_text(ns.median), time_text(ns.ci.low), time_text(ns.ci.high));
}

std::string instructions_text(const store::KernelTrial& trial, const store::KernelRival& rival) {
  const auto count = static_cast<std::int64_t>(store::total_of(trial.instructions));
  std::string text = fmt::format("{} instructions, the rival {}", count, store::total_of(rival.instructions));
  const std::vector<InstructionChange> changes = instruction_changes(rival.instructions, trial.instructions);
  for (std::size_t i = 0; i < std::min(changes.size(), kChangesShown); ++i)
    text += fmt::format("{}{} {:+}", i == 0 ? ": " : ", ", changes[i].name, changes[i].more);
  return text + (changes.size() > kChangesShown ? ", …" : "");
}

}  // namespace

std::vector<InstructionChange> instruction_changes(const store::InstructionsByName& from,
                                                   const store::InstructionsByName& to) {
  std::vector<InstructionChange> changes;
  for (const auto& [name, count] : to) changes.push_back({name, static_cast<std::int64_t>(count)});
  for (const auto& [name, count] : from) {
    const auto same = std::ranges::find(changes, name, &InstructionChange::name);
    if (same != changes.end())
      same->more -= static_cast<std::int64_t>(count);
    else
      changes.push_back({name, -static_cast<std::int64_t>(count)});
  }
  std::erase_if(changes, [](const InstructionChange& change) { return change.more == 0; });
  std::ranges::stable_sort(changes, std::greater(),
                           [](const InstructionChange& change) { return std::abs(change.more); });
  return changes;
}

std::string to_text(const store::KernelRival& rival) {
  return fmt::format("{} on {}\nthe rival: {}", rival.workload, rival.adapter, rival.variant);
}

std::string to_text(const store::KernelTrial& trial, const store::KernelRival& rival) {
  std::string text = fmt::format("\nsave {}, {:.2f} s: {}", trial.save, trial.seconds,
                                 trial.variant.empty() ? trial.kernel : trial.variant);
  if (!trial.figures)
    return text + fmt::format("{}{}: {}", trial.variant.empty() ? "" : "\n  ", trial.status, trial.detail);
  const store::KernelTrial::Figures& figures = *trial.figures;
  text += fmt::format("\n  {}: {:.3f} times the rival's time ({:.3f} to {:.3f})", statistics::name_of(figures.verdict),
                      figures.ratio, figures.ratio_ci.low, figures.ratio_ci.high);
  if (!figures.unclear.empty()) text += "\n  " + figures.unclear;
  text += fmt::format("\n  {}; the rival {}", estimate_text(figures.ns), estimate_text(figures.rival_ns));
  text += fmt::format("\n  {:.4g} GB/s, {:.0f} % of the roofline; {} of {} variants tried", figures.gbps,
                      figures.roofline_pct, trial.tried, trial.variants);
  if (!trial.instructions.empty() && !rival.instructions.empty()) text += "\n  " + instructions_text(trial, rival);
  return text;
}

}  // namespace modlab::report
