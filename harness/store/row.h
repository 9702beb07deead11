#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/choices.h"
#include "kernels/workload.h"

namespace modlab::store {

/// What the worker finds out about a variant beside its samples. Each is a column by its entry in columns.cpp, which
/// also takes it to the tuner: there is nothing to add between the two.
struct Findings {
  std::optional<std::uint64_t> mismatches;
  std::optional<double> max_ulp;
  std::optional<std::uint64_t> special_mismatches;
  std::optional<double> max_finite_ulp;
  std::optional<double> ulp_p999;
  std::optional<double> error_per_divisor;
  std::string worst;
  std::optional<double> compile_ms;
  std::string shader_hash;
};

/// One line of a journal: what became of one variant on one workload. Text columns hold names rather than enumerations,
/// because journals of other programs and of later versions are read too. docs/csv.md describes every column.
struct Row : Findings {
  std::string run;
  std::uint64_t row = 0;
  std::string utc;
  std::string op;
  std::string dtype;
  std::string shape;
  std::string layout;
  std::string placement;
  std::string data_set;
  std::string variant;
  std::string accuracy;
  std::vector<std::string> choices;  ///< of the variant, see choice(); empty where there is none
  std::string mode;
  std::string status;
  std::string detail;
  std::optional<std::uint64_t> samples;
  std::optional<std::uint64_t> blocks;
  std::optional<double> per_pilot;
  std::optional<double> per_pilot_low;
  std::optional<double> per_pilot_high;
  std::optional<double> median_ns;
  std::optional<double> min_ns;
  std::optional<double> q1_ns;
  std::optional<double> q3_ns;
  std::optional<double> mad_ns;
  std::optional<double> ci_low_ns;
  std::optional<double> ci_high_ns;
  std::string stop;
  std::optional<std::uint64_t> bytes;
  std::optional<double> gbps;
  std::optional<double> roofline_gbps;
  std::optional<double> roofline_pct;
  std::optional<double> packed_gbps;
  std::string tie;
  std::optional<std::uint64_t> seed;
  std::string adapter;

  /// Its text in one of the columns of what candidates choose; empty where it has none.
  [[nodiscard]] std::string_view choice(std::string_view column) const;
  /// The row must have its variant's choices.
  void set_choice(std::string_view column, std::string text);
};

/// "floor/f32/1048576/packed/out/mixed": the workload's name.
std::string workload_of(const Row& row);
WorkloadFields fields_of(const Row& row);

/// Fill in the columns that say what was run, and how.
void set_workload(Row& row, const Workload& workload);
void set_candidate(Row& row, const Candidate& candidate);

/// One column of the journal, in the order of the file.
struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;  ///< for docs/csv.md; empty where that of the column before holds for both
  int since;                 ///< the format that added it (docs/csv.md); journals of earlier ones are read too
  std::function<std::string(const Row&)> print;
  std::function<bool(Row&, const std::string&)> parse;  ///< false when the text does not fit the column
  bool is_finding = false;                              ///< of Findings
};

std::span<const Column> journal_columns();

/// What Row::choices holds: what candidates choose (kernels/choices.h) but for the accuracy class, which other
/// programs' rows have too.
const std::vector<std::string_view>& choice_columns();

/// What a row's candidate chose; empty where it has no such choice.
std::string choice_text(const Row& row, const Choice& choice);

/// The findings that there are, by their columns, as these spell them: how they cross to the tuner.
std::map<std::string, std::string> texts_of(const Findings& findings);
/// Throws Error where one is no such column's.
Findings findings_of(const std::map<std::string, std::string>& texts);

/// The journal's first line, without its end.
std::string journal_header();
/// One line of the journal, without its end.
std::string to_csv(const Row& row);

}  // namespace modlab::store
