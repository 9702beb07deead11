#include "harness/store/row.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "harness/store/csv.h"
#include "kernels/algorithm.h"
#include "kernels/variant.h"
#include "kernels/workload.h"

namespace modlab {
namespace {

std::string print_value(const std::string& value) { return value; }
std::string print_value(std::uint64_t value) { return fmt::to_string(value); }
// The shortest text that reads back as the same number.
std::string print_value(double value) { return fmt::format("{}", value); }
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
  return error == std::errc{} && end == text.data() + text.size();
}
template <typename Value>
bool parse_value(std::optional<Value>& to, const std::string& text) {
  to.reset();
  return text.empty() || parse_value(to.emplace(), text);
}

template <auto Member>
constexpr Column column(std::string_view name, bool added_later = false) {
  return {name, [](const Row& row) { return print_value(row.*Member); },
          [](Row& row, const std::string& text) { return parse_value(row.*Member, text); }, added_later};
}
constexpr bool kAddedLater = true;

constexpr std::array kColumns{
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
    column<&Row::access>("access"),
    column<&Row::load_bytes>("load_bytes"),
    column<&Row::per_thread>("per_thread"),
    column<&Row::threads>("threads"),
    column<&Row::loop>("loop"),
    column<&Row::algorithm>("algorithm"),
    column<&Row::accuracy>("accuracy"),
    column<&Row::binding>("binding"),
    column<&Row::compiler>("compiler"),
    column<&Row::shader_model>("shader_model"),
    column<&Row::mode>("mode"),
    column<&Row::status>("status"),
    column<&Row::detail>("detail"),
    column<&Row::mismatches>("mismatches"),
    column<&Row::max_ulp>("max_ulp"),
    column<&Row::samples>("samples"),
    column<&Row::median_ns>("median_ns"),
    column<&Row::min_ns>("min_ns"),
    column<&Row::q1_ns>("q1_ns"),
    column<&Row::q3_ns>("q3_ns"),
    column<&Row::mad_ns>("mad_ns"),
    column<&Row::ci_low_ns>("ci_low_ns"),
    column<&Row::ci_high_ns>("ci_high_ns"),
    column<&Row::stop>("stop"),
    column<&Row::bytes>("bytes"),
    column<&Row::gbps>("gbps"),
    column<&Row::roofline_gbps>("roofline_gbps"),
    column<&Row::roofline_pct>("roofline_pct"),
    column<&Row::tie>("tie"),
    column<&Row::compile_ms>("compile_ms"),
    column<&Row::shader_hash>("shader_hash"),
    column<&Row::worst>("worst", kAddedLater),
    column<&Row::seed>("seed", kAddedLater),
    column<&Row::precise>("precise", kAddedLater),
    column<&Row::adapter>("adapter", kAddedLater),
    column<&Row::native16>("native16", kAddedLater),
    column<&Row::wave_lanes>("wave_lanes", kAddedLater),
};

}  // namespace

std::string workload_of(const Row& row) {
  return fmt::format("{}/{}/{}/{}/{}/{}", row.op, row.dtype, row.shape, row.layout, row.placement, row.data_set);
}

std::span<const Column> journal_columns() { return kColumns; }

std::string journal_header() {
  std::string line;
  for (const Column& column : kColumns) line.append(line.empty() ? "" : ",").append(column.name);
  return line;
}

std::string to_csv(const Row& row) {
  std::string line;
  for (const Column& column : kColumns)
    line.append(&column == kColumns.data() ? "" : ",").append(csv_field(column.print(row)));
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
  row.access = name_of(variant.access);
  row.load_bytes = variant.load_bytes;
  row.per_thread = variant.per_thread;
  row.threads = variant.threads;
  row.loop = name_of(variant.loop);
  row.algorithm = name_of(variant.algorithm);
  row.accuracy = name_of(accuracy_of(variant.algorithm));
  row.binding = name_of(variant.binding);
  row.compiler = name_of(variant.compiler);
  row.shader_model = name_of(variant.shader_model);
  row.precise = variant.precise ? "yes" : "no";
  row.native16 = variant.native16 ? "yes" : "no";
  row.wave_lanes = variant.wave_lanes;
}

}  // namespace modlab
