#include "harness/store/row.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "harness/store/csv.h"
#include "kernels/axis.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/workload.h"

namespace modlab {
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
Column column(std::string_view name, bool added_later = false) {
  return {name, [](const Row& row) { return print_value(row.*Member); },
          [](Row& row, const std::string& text) { return parse_value(row.*Member, text); }, added_later};
}
constexpr bool kAddedLater = true;

/// A figure by which others are divided.
template <auto Member>
Column divisor(std::string_view name, bool added_later = false) {
  Column each = column<Member>(name, added_later);
  each.parse = [](Row& row, const std::string& text) {
    return parse_value(row.*Member, text) && (!(row.*Member) || *(row.*Member) > 0);
  };
  return each;
}

/// The error is infinite where one side is NaN and the other is not.
Column max_ulp_column() {
  Column ulp = column<&Row::max_ulp>("max_ulp");
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

/// What Row::choices holds: the variant's columns but for the accuracy class, which other programs' rows have too.
const std::vector<VariantColumn>& choice_columns() {
  static const std::vector<VariantColumn> columns = [] {
    std::vector<VariantColumn> all(variant_columns().begin(), variant_columns().end());
    std::erase_if(all, [](const VariantColumn& column) { return column.name == "accuracy"; });
    return all;
  }();
  return columns;
}

std::size_t choice_index(std::string_view name) {
  const auto found = std::ranges::find(choice_columns(), name, &VariantColumn::name);
  return static_cast<std::size_t>(found - choice_columns().begin());
}

/// What the variant chose on one of its axes.
Column choice(std::string_view name, bool added_later = false) {
  const std::size_t index = choice_index(name);
  return {name, [index](const Row& row) { return row.choices.empty() ? std::string() : row.choices[index]; },
          [index](Row& row, const std::string& text) {
            if (row.choices.empty()) row.choices.resize(choice_columns().size());
            row.choices[index] = text;
            return true;
          },
          added_later};
}

std::vector<Column> make_columns() {
  std::vector<Column> columns{
      column<&Row::run>("run"),
      column<&Row::row>("row"),
      column<&Row::utc>("utc"),
      column<&Row::op>("op"),
      column<&Row::dtype>("dtype"),
      column<&Row::shape>("shape"),
      column<&Row::layout>("layout"),
      column<&Row::placement>("placement"),
      column<&Row::data_set>("data_set"),
      column<&Row::variant>("variant"),
      choice("access"),
      choice("load_bytes"),
      choice("per_thread"),
      choice("threads"),
      choice("loop"),
      choice("algorithm"),
      column<&Row::accuracy>("accuracy"),
      choice("binding"),
      choice("compiler"),
      choice("shader_model"),
      column<&Row::mode>("mode"),
      column<&Row::status>("status"),
      column<&Row::detail>("detail"),
      column<&Row::mismatches>("mismatches"),
      max_ulp_column(),
      column<&Row::samples>("samples"),
      divisor<&Row::median_ns>("median_ns"),
      column<&Row::min_ns>("min_ns"),
      column<&Row::q1_ns>("q1_ns"),
      column<&Row::q3_ns>("q3_ns"),
      column<&Row::mad_ns>("mad_ns"),
      divisor<&Row::ci_low_ns>("ci_low_ns"),
      divisor<&Row::ci_high_ns>("ci_high_ns"),
      column<&Row::stop>("stop"),
      column<&Row::bytes>("bytes"),
      divisor<&Row::gbps>("gbps"),
      column<&Row::roofline_gbps>("roofline_gbps"),
      column<&Row::roofline_pct>("roofline_pct"),
      column<&Row::tie>("tie"),
      column<&Row::compile_ms>("compile_ms"),
      column<&Row::shader_hash>("shader_hash"),
      column<&Row::worst>("worst", kAddedLater),
      column<&Row::seed>("seed", kAddedLater),
      choice("precise", kAddedLater),
      column<&Row::adapter>("adapter", kAddedLater),
      choice("native16", kAddedLater),
      choice("wave_lanes", kAddedLater),
      choice("streamed", kAddedLater),
      column<&Row::blocks>("blocks", kAddedLater),
      divisor<&Row::per_pilot>("per_pilot", kAddedLater),
      divisor<&Row::per_pilot_low>("per_pilot_low", kAddedLater),
      divisor<&Row::per_pilot_high>("per_pilot_high", kAddedLater),
      column<&Row::packed_gbps>("packed_gbps", kAddedLater),
      column<&Row::special_mismatches>("special_mismatches", kAddedLater),
      column<&Row::max_finite_ulp>("max_finite_ulp", kAddedLater),
      column<&Row::ulp_p999>("ulp_p999", kAddedLater),
      column<&Row::error_per_divisor>("error_per_divisor", kAddedLater),
  };
  // Axes that came later have their columns at the end.
  for (const VariantColumn& each : choice_columns())
    if (std::ranges::find(columns, each.name, &Column::name) == columns.end())
      columns.push_back(choice(each.name, kAddedLater));
  return columns;
}

}  // namespace

std::string workload_of(const Row& row) {
  return fmt::format("{}/{}/{}/{}/{}/{}", row.op, row.dtype, row.shape, row.layout, row.placement, row.data_set);
}

std::vector<std::size_t> plainness_of(const Row& row) {
  const std::vector<std::size_t> last{std::numeric_limits<std::size_t>::max()};
  if (is_own_name(row.variant)) return last;
  try {
    const Variant variant = parse_variant(row.variant);
    return is_peer(variant) ? last : order_of(variant);
  } catch (const Error&) {
    return last;
  }
}

std::string_view Row::choice(std::string_view column) const {
  return choices.empty() ? std::string_view() : std::string_view(choices.at(choice_index(column)));
}

void Row::set_choice(std::string_view column, std::string text) { choices.at(choice_index(column)) = std::move(text); }

std::span<const Column> journal_columns() {
  static const std::vector<Column> columns = make_columns();
  return columns;
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

void set_workload(Row& row, const Workload& workload) {
  row.op = name_of(workload.rounding);
  row.dtype = name_of(workload.type);
  row.shape = name_of(workload.shape);
  row.layout = name_of(workload.layout);
  row.placement = name_of(workload.placement);
  row.data_set = name_of(workload.data_set);
}

void set_variant(Row& row, const Variant& variant) {
  row.variant = name_of(variant);
  row.accuracy = name_of(accuracy_of(variant));
  row.choices.clear();
  for (const VariantColumn& column : choice_columns())
    row.choices.push_back(is_peer(variant) || (is_own(variant) && !own_has(column.name)) ? std::string()
                                                                                         : column.text(variant));
}

}  // namespace modlab
