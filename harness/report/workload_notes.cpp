#include "harness/report/workload_notes.h"

#include <fmt/format.h>

#include <map>

#include "harness/report/noise_text.h"
#include "harness/report/time_text.h"

namespace modlab::report {
namespace {

void note_noise(const store::RunContext& run, const store::WorkloadContext& context, const Rows& rows,
                std::vector<std::string>& notes) {
  if (!context.unconfirmed.empty()) notes.push_back(fmt::format("not confirmed: {}", context.unconfirmed));
  if (!context.unconfirmed.empty() || context.aa_variant.empty()) return;
  const double floor_pct = 100 * store::noise_floor_share(context);
  notes.push_back(fmt::format(
      "noise floor {:.1f} %: the best variant against itself {:+.1f} % ({:+.1f} to {:+.1f}), {}", floor_pct,
      100 * (context.aa_ratio - 1), 100 * (context.aa_low - 1), 100 * (context.aa_high - 1), context.aa_verdict));
  if (const std::string text = noise_text(run, context, rows); !text.empty()) notes.push_back(text);
}

void note_pilots(const store::WorkloadContext& context, std::vector<std::string>& notes) {
  if (context.pilot.median == 0) return;
  const std::string arithmetic = context.arithmetic_pilot.median > 0
                                     ? fmt::format(", arithmetic {}", time_text(context.arithmetic_pilot.median))
                                     : std::string();
  notes.push_back(fmt::format("pilots: memory {}{}; {} samples drifted", time_text(context.pilot.median), arithmetic,
                              context.drifted));
}

}  // namespace

std::vector<std::string> workload_notes(const store::RunContext& run, const store::WorkloadContext& context,
                                        const Rows& rows) {
  std::vector<std::string> notes;
  note_noise(run, context, rows, notes);
  note_pilots(context, notes);
  if (context.launch_floor.median > 0)
    notes.push_back(fmt::format("launch floor {}: a launch that does nothing", time_text(context.launch_floor.median)));
  for (const std::string& fault : context.faults)
    notes.push_back(fmt::format("recovered from a fault while {}", fault));
  return notes;
}

std::string counts_text(const Rows& rows, bool ok, std::string store::Row::*column) {
  std::map<std::string, std::size_t> counts;
  for (const store::Row* row : rows)
    if (passed(*row) == ok && !(row->*column).empty()) ++counts[row->*column];
  std::string text;
  for (const auto& [word, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  return text;
}

}  // namespace modlab::report
