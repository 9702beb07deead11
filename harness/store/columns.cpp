#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "harness/store/csv.h"
#include "harness/store/row.h"
#include "kernels/choices.h"
#include "kernels/error.h"

namespace modlab::store {
namespace {

std::string print_value(const std::string& value) { return value; }
std::string print_value(std::uint64_t value) { return fmt::to_string(value); }
// The shortest text that reads back as the same number; nothing for what is none.
std::string print_value(double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }
template <typename Value>
std::string print_value(const std::optional<Value>& value) {
  return value ? print_value(*value) : std::string();
}

bool parse_value(std::string& to, const std::string& text) {
  to = text;
  return true;
}
template <typename Number>
bool parse_value(Number& to, const std::string& text) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  if constexpr (std::is_floating_point_v<Number>) return std::isfinite(to) && to >= 0;
  return true;
}
template <typename Value>
bool parse_value(std::optional<Value>& to, const std::string& text) {
  to.reset();
  return text.empty() || parse_value(to.emplace(), text);
}

template <auto Member>
Column column(std::string_view name, std::string_view meaning, std::string_view unit = "", int since = 1) {
  return {name,
          unit,
          meaning,
          since,
          [](const Row& row) { return print_value(row.*Member); },
          [](Row& row, const std::string& text) { return parse_value(row.*Member, text); },
          std::is_invocable_v<decltype(Member), const Findings&>};
}

/// A figure by which others are divided.
template <auto Member>
Column divisor(std::string_view name, std::string_view meaning, std::string_view unit = "", int since = 1) {
  Column each = column<Member>(name, meaning, unit, since);
  each.parse = [](Row& row, const std::string& text) {
    return parse_value(row.*Member, text) && (!(row.*Member) || *(row.*Member) > 0);
  };
  return each;
}

/// The error is infinite where one side is NaN and the other is not.
Column max_ulp_column(std::string_view meaning) {
  Column ulp = column<&Findings::max_ulp>("max_ulp", meaning, "ULP");
  ulp.print = [finite = ulp.print](const Row& row) {
    return row.max_ulp == std::numeric_limits<double>::infinity() ? "inf" : finite(row);
  };
  ulp.parse = [finite = ulp.parse](Row& row, const std::string& text) {
    if (text != "inf") return finite(row, text);
    row.max_ulp = std::numeric_limits<double>::infinity();
    return true;
  };
  return ulp;
}

std::size_t choice_index(std::string_view name) {
  const auto found = std::ranges::find(choice_columns(), name);
  return static_cast<std::size_t>(found - choice_columns().begin());
}

/// What the variant chose on one of its axes.
Column choice(std::string_view name, std::string_view meaning, std::string_view unit = "", int since = 1) {
  const std::size_t index = choice_index(name);
  return {name,
          unit,
          meaning,
          since,
          [index](const Row& row) { return row.choices.empty() ? std::string() : row.choices[index]; },
          [index](Row& row, const std::string& text) {
            if (row.choices.empty()) row.choices.resize(choice_columns().size());
            row.choices[index] = text;
            return true;
          }};
}

std::vector<Column> make_columns() {
  std::vector<Column> columns{
      column<&Row::run>("run", "the file name, without its extension, of the journal the row was measured for"),
      column<&Row::row>("row", "counts from 1; a journal with a row twice is refused"),
      column<&Row::utc>("utc", "when the row was first written"),
      column<&Row::op>("op", "`floor` or `truncate`"),
      column<&Row::dtype>("dtype", "`f32`, `f16`, `i32`, `i16`, `i8`, `u32`, `u16`, `u8`"),
      column<&Row::shape>("shape", "sizes joined by `x`, outermost first"),
      column<&Row::layout>(
          "layout",
          "`packed`, `broadcast-b`, `row-b`, `channel-b`, `transposed`, `nhwc-b`, `padded` (docs/numerics.md)"),
      column<&Row::placement>("placement", "`out`: into a separate tensor; `in-a`, `in-b`: over that operand"),
      column<&Row::data_set>(
          "data_set",
          "what the operands held: `mixed`, `wide`, `small`, `pow2`, `edges`, `exhaustive` (docs/numerics.md)"),
      column<&Row::variant>(
          "variant",
          "the variant's name; the next columns are its choices. `directml` is a peer: it has none. `mine:UNROLL=2-…` "
          "is a user's kernel (docs/own-kernels.md): it has no `per_thread`, `loop`, `precise` and `streamed`"),
      choice("access", "kind of view that vectors are loaded and stored through: `raw`, `structured`, `typed`"),
      choice("load_bytes", "per load", "bytes"),
      choice("per_thread", "per thread", "vectors"),
      choice("threads", "per group", "threads"),
      choice("loop",
             "how far apart a thread's vectors are: the width of a `group` or of the whole `grid`; `tile`: a group's "
             "height, for an operand stored by columns; `staged`: likewise, through group memory; `rows`: a group's "
             "width, or as far as B repeats, for rows that are runs"),
      choice("algorithm", "described in docs/numerics.md; of a user's kernel, its name"),
      column<&Row::accuracy>("accuracy",
                             "the class the gate held it to: `exact` or `formula`; `peer` of what is not ours and was "
                             "only compared with the reference (`mismatches`, `max_ulp`)"),
      choice("binding", "`root` descriptors or a descriptor `table`"),
      choice("compiler", "`d3dcompile` or `dxc`; of a peer, what it is: `DirectML 1.15.4.0 (execution flags: none)`"),
      choice("shader_model",
             "`5.1`; with `dxc` `6.0`, `6.2` (native 16-bit types) or `6.6` (packed 8-bit functions, fixed wave size)"),
      column<&Row::mode>(
          "mode",
          "`warm`, `overlap`, `cold`: how launches follow each other (docs/measurement.md); `verify`: not timed"),
      column<&Row::status>("status",
                           "`ok`, `compiler refused`, `compiler failed` (it crashed, hung or could not be run, twice; "
                           "the variant may be fine), `device refused`, `wrong result`, `device lost`, `timed out`, "
                           "`above the roofline`, `crashed`; `not set up`: the workload could not be, so that no "
                           "variant was tried, and the row only stands for it until `--resume` tries again"),
      column<&Row::detail>("detail",
                           "why the status is not `ok`; otherwise a note if the figures come from drifted samples"),
      column<&Findings::mismatches>("mismatches", "not bit-identical to the reference; all NaNs are equal", "results"),
      max_ulp_column("largest error, of special results too (see `special_mismatches`); `inf` where one side is NaN "
                     "and the other is not"),
      column<&Row::samples>("samples", "samples behind the figures that follow"),
      divisor<&Row::median_ns>("median_ns", "per launch, as are the next six", "ns"),
      column<&Row::min_ns>("min_ns", "smallest sample, quartiles", "ns"),
      column<&Row::q1_ns>("q1_ns", "", "ns"),
      column<&Row::q3_ns>("q3_ns", "", "ns"),
      column<&Row::mad_ns>("mad_ns", "median absolute deviation", "ns"),
      divisor<&Row::ci_low_ns>("ci_low_ns", "95 % confidence interval of the median", "ns"),
      divisor<&Row::ci_high_ns>("ci_high_ns", "", "ns"),
      column<&Row::stop>(
          "stop",
          "why sampling stopped: `precise`, `noise`, `time`, `drift`, `beaten`, `settled` (docs/measurement.md)"),
      column<&Row::bytes>("bytes",
                          "that a launch must move: A, B and Out once each; of a broadcast operand only what is stored",
                          "bytes"),
      divisor<&Row::gbps>("gbps", "`bytes / median_ns`", "GB/s"),
      column<&Row::roofline_gbps>(
          "roofline_gbps", "the best copy kernel of the workload in the confirmation; before that, the best so far",
          "GB/s"),
      column<&Row::roofline_pct>("roofline_pct", "`gbps` relative to that", "%"),
      column<&Row::tie>(
          "tie",
          "`best` of its accuracy class, `yes` in its tie set, `no` if it was compared and lost, `untested` if it was "
          "never compared in rounds; empty in a run that did not get that far. Journals of earlier versions say `no` "
          "for both. In a merged run it is decided by intervals where variants never met in rounds (docs/tuning.md)"),
      column<&Findings::compile_ms>("compile_ms", "compiler and pipeline creation; short if the bytecode was cached",
                                    "ms"),
      column<&Findings::shader_hash>("shader_hash", "128-bit hash of the bytecode"),
      column<&Findings::worst>(
          "worst", "the result furthest from the reference: operands, result and expected result; empty if none is off",
          "", 2),
      column<&Row::seed>("seed", "of the operands; for `exhaustive` the index of the piece", "", 2),
      choice("precise", "`yes` if the compiler was told to round every operation of the formula separately, else `no`",
             "", 3),
      column<&Row::adapter>("adapter", "the adapter's name; the context has its other properties", "", 4),
      choice("native16", "`yes` if the kernel computes with shader model 6.2's 16-bit types, else `no`", "", 5),
      choice("wave_lanes", "per wave, fixed by shader model 6.6's `[WaveSize]`; 0 if the driver chooses", "lanes", 5),
      choice("streamed",
             "`yes` if a thread loads each vector after storing the previous one, `no` if it loads all of them first",
             "", 6),
      column<&Row::blocks>("blocks",
                           "independent groups of samples behind the interval (docs/measurement.md); journals of "
                           "earlier versions took every sample for one",
                           "", 6),
      divisor<&Row::per_pilot>("per_pilot",
                               "the kernel's time over the memory pilot's in the same rounds, with its 95 % interval; "
                               "empty if the row was in no such rounds",
                               "", 6),
      divisor<&Row::per_pilot_low>("per_pilot_low", "", "", 6),
      divisor<&Row::per_pilot_high>("per_pilot_high", "", "", 6),
      column<&Row::packed_gbps>(
          "packed_gbps",
          "of strided workloads, the best copy of as many elements over the same buffers as if they were packed, in "
          "the same rounds; its B is one element where the workload stores fewer than A has",
          "GB/s", 7),
      column<&Findings::special_mismatches>(
          "special_mismatches",
          "of the mismatches, those that have no meaningful distance: one side is NaN or infinite, only the sign of a "
          "zero differs, or the divisor is 0. The next three leave them out",
          "results", 8),
      column<&Findings::max_finite_ulp>("max_finite_ulp", "largest error of the other results", "ULP", 8),
      column<&Findings::ulp_p999>("ulp_p999",
                                  "99.9 % of the other results, exact ones included, are at most this far off; rounded "
                                  "up to one less than a power of two, but not beyond `max_finite_ulp`",
                                  "ULP", 8),
      column<&Findings::error_per_divisor>(
          "error_per_divisor",
          "largest error over the divisor's magnitude; one whole divisor is no error (docs/numerics.md)", "", 8),
  };
  // Axes that came later have their columns at the end.
  const int next = columns.back().since + 1;
  for (const std::string_view each : choice_columns())
    if (std::ranges::find(columns, each, &Column::name) == columns.end())
      columns.push_back(choice(each, "the variant's choice (docs/kernels.md)", "", next));
  return columns;
}

}  // namespace

const std::vector<std::string_view>& choice_columns() {
  static const std::vector<std::string_view> columns = [] {
    std::vector<std::string_view> names;
    for (const Choice& choice : candidate_choices())
      if (choice.is_column() && choice.name != "accuracy") names.push_back(choice.name);
    return names;
  }();
  return columns;
}

std::string choice_text(const Row& row, const Choice& choice) {
  if (choice.name == "accuracy") return row.accuracy;
  if (row.choices.empty()) return {};
  if (choice.is_column()) return std::string(row.choice(choice.name));
  const auto fits = [&](const std::vector<std::string>& texts) {
    bool says_something = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string_view has = row.choice(choice.columns[i]);  // empty where its version had no such column
      if (!has.empty() && has != texts[i]) return false;
      says_something = says_something || !has.empty();
    }
    return says_something;
  };
  const auto found = std::ranges::find_if(choice.column_texts, fits);
  if (found == choice.column_texts.end()) return {};
  return choice.texts[static_cast<std::size_t>(found - choice.column_texts.begin())];
}

std::string_view Row::choice(std::string_view column) const {
  return choices.empty() ? std::string_view() : std::string_view(choices.at(choice_index(column)));
}

void Row::set_choice(std::string_view column, std::string text) { choices.at(choice_index(column)) = std::move(text); }

std::span<const Column> journal_columns() {
  static const std::vector<Column> columns = make_columns();
  return columns;
}

std::map<std::string, std::string> texts_of(const Findings& findings) {
  Row row;
  static_cast<Findings&>(row) = findings;
  std::map<std::string, std::string> texts;
  for (const Column& column : journal_columns())
    if (std::string text = column.is_finding ? column.print(row) : ""; !text.empty())
      texts.emplace(column.name, std::move(text));
  return texts;
}

Findings findings_of(const std::map<std::string, std::string>& texts) {
  Row row;
  for (const auto& [name, text] : texts) {
    const auto column = std::ranges::find(journal_columns(), name, &Column::name);
    if (column == journal_columns().end() || !column->is_finding || !column->parse(row, text))
      throw Error(fmt::format("'{}' does not fit column '{}'", text, name));
  }
  return row;
}

std::string journal_header() {
  std::string line;
  for (const Column& column : journal_columns()) line.append(line.empty() ? "" : ",").append(column.name);
  return line;
}

std::string to_csv(const Row& row) {
  std::string line;
  for (const Column& column : journal_columns())
    line.append(&column == journal_columns().data() ? "" : ",").append(csv_field(column.print(row)));
  return line;
}

}  // namespace modlab::store
