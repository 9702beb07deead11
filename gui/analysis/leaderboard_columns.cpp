#include "gui/analysis/leaderboard_columns.h"

#include <fmt/format.h>

#include <array>

namespace modlab::gui {
namespace {

std::optional<double> median_us(const store::Row& row) {
  return row.median_ns ? std::optional(*row.median_ns / 1e3) : std::nullopt;
}
std::optional<double> gbps(const store::Row& row) { return row.gbps; }
std::optional<double> roofline_pct(const store::Row& row) { return row.roofline_pct; }
std::optional<double> samples(const store::Row& row) {
  return row.samples ? std::optional(static_cast<double>(*row.samples)) : std::nullopt;
}
std::optional<double> compile_ms(const store::Row& row) { return row.compile_ms; }
std::optional<double> max_ulp(const store::Row& row) { return row.max_ulp; }
std::string max_ulp_text(const store::Row& row) {
  return row.max_ulp ? fmt::format("{:.3g}", *row.max_ulp) : std::string();
}
std::optional<double> row_number(const store::Row& row) { return static_cast<double>(row.row); }

std::string tie_mark(const store::Row& row) {
  if (row.accuracy == "peer") return "";  // it competes with nobody
  if (row.tie == "best" || row.tie == "untested") return row.tie;
  return is_tied(row) ? "tie" : "";
}

/// What a function of the row alone says.
template <auto Function>
auto of_row(const analysis::Run& run, std::size_t index) {
  return Function(run.rows()[index]);
}

template <std::string store::Row::*Member>
std::string member(const analysis::Run& run, std::size_t index) {
  return run.rows()[index].*Member;
}

template <std::optional<double> (*Number)(const store::Row&), int Decimals>
std::string decimal(const analysis::Run& run, std::size_t index) {
  const std::optional<double> value = Number(run.rows()[index]);
  return value ? fmt::format("{:.{}f}", *value, Decimals) : std::string();
}

std::optional<double> times_best(const analysis::Run& run, std::size_t index) {
  const auto ratio = analysis::times_best_exact(run, index);
  return ratio ? std::optional(ratio->ratio) : std::nullopt;
}

std::string times_best_text(const analysis::Run& run, std::size_t index) {
  const auto ratio = analysis::times_best_exact(run, index);
  if (!ratio) return "";
  if (run.groups[run.group_of[index]].best_exact == index) return "1";
  if (!half_width_pct(run.rows()[index])) return fmt::format("{:.3f}", ratio->ratio);
  return fmt::format("{:.3f} ±{:.3f}", ratio->ratio, (ratio->ci.high - ratio->ci.low) / 2);
}

std::string star_mark(const analysis::Run& run, std::size_t index) {
  const store::RowNote* note = analysis::note_of(run, index);
  return note != nullptr && note->star ? "*" : "";
}

std::string note_text(const analysis::Run& run, std::size_t index) {
  const store::RowNote* note = analysis::note_of(run, index);
  return note == nullptr ? std::string() : note->text;
}

constexpr auto kWhereWide = LeaderboardColumn::Shown::where_wide;
constexpr auto kOnRequest = LeaderboardColumn::Shown::on_request;

constexpr std::array kColumns{
    LeaderboardColumn{"*", "A star that a reader gave this row (Ctrl+B).", "*", star_mark, nullptr},
    LeaderboardColumn{
        "tie",
        "The best of its workload and accuracy class, every variant that ties with it, and those that were "
        "never compared with it (untested).",
        "untested", of_row<tie_mark>, nullptr},
    LeaderboardColumn{"workload", "What is computed: operator / type / shape / layout / placement / data set.", "",
                      of_row<store::workload_of>, nullptr},
    LeaderboardColumn{
        "variant",
        "How: access, bytes per load, vectors per thread, threads per group, loop, algorithm, binding, compiler.", "",
        member<&store::Row::variant>, nullptr},
    LeaderboardColumn{"status", "ok, or why this variant has no figure; select the row for details.",
                      "compiler refused", member<&store::Row::status>, nullptr, kWhereWide},
    LeaderboardColumn{"median µs", "Median time of one launch.", "1234567.89", decimal<median_us, 2>,
                      of_row<median_us>},
    LeaderboardColumn{"± %", "Half the width of the median's 95 % confidence interval; nothing for a single sample.",
                      "100.00", decimal<half_width_pct, 2>, of_row<half_width_pct>, kWhereWide},
    LeaderboardColumn{"GB/s", "Bytes that must be moved, divided by the median.", "12345.67", decimal<gbps, 2>,
                      of_row<gbps>},
    LeaderboardColumn{"roof %", "Share of the GB/s that a copy kernel of the same shape reaches.", "100.0",
                      decimal<roofline_pct, 1>, of_row<roofline_pct>},
    LeaderboardColumn{
        "times best",
        "The time over that of the workload's best exact variant, with half the width of the ratio's 95 % "
        "confidence interval.",
        "10.000 ±0.100", times_best_text, times_best},
    LeaderboardColumn{"accuracy",
                      "exact: bit-identical to the reference. formula: within the bound of the documented formula. "
                      "peer: no kernel of ours, its errors are only counted.",
                      "formula", member<&store::Row::accuracy>, nullptr, kWhereWide},
    LeaderboardColumn{"samples", "Number of samples behind the median.", "100000", decimal<samples, 0>, of_row<samples>,
                      kWhereWide},
    LeaderboardColumn{"note", "What a reader noted about this row.", "a few words on it", note_text, nullptr,
                      kOnRequest},
    LeaderboardColumn{"stop", "Why sampling ended.", "precise", member<&store::Row::stop>, nullptr, kOnRequest},
    LeaderboardColumn{"adapter", "What it ran on.", "NVIDIA GeForce RTX 4090", member<&store::Row::adapter>, nullptr,
                      kOnRequest},
    LeaderboardColumn{"compile ms", "Compilation and pipeline creation.", "12345.6", decimal<compile_ms, 1>,
                      of_row<compile_ms>, kOnRequest},
    LeaderboardColumn{"max ULP", "The largest error.", "1.23e+09", of_row<max_ulp_text>, of_row<max_ulp>, kOnRequest},
    LeaderboardColumn{"row", "The row's number in the journal.", "100000", decimal<row_number, 0>, of_row<row_number>,
                      kWhereWide},
};
static_assert(kColumns[kTieColumn].heading == "tie" && kColumns[kWorkloadColumn].heading == "workload" &&
              kColumns[kMedianColumn].heading == "median µs");

}  // namespace

bool is_tied(const store::Row& row) { return row.tie == "best" || row.tie == "yes"; }

std::span<const LeaderboardColumn> leaderboard_columns() { return kColumns; }

std::optional<double> half_width_pct(const store::Row& row) {
  if (!row.median_ns || !row.ci_low_ns || !row.ci_high_ns || *row.median_ns <= 0) return std::nullopt;
  if (row.samples == 1) return std::nullopt;  // a range of no width, which says nothing
  return (*row.ci_high_ns - *row.ci_low_ns) / 2 / *row.median_ns * 100;
}

}  // namespace modlab::gui
