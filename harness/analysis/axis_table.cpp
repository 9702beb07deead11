#include "harness/analysis/axis_table.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <unordered_map>

#include "kernels/candidate.h"
#include "kernels/choices.h"

namespace modlab::analysis {
namespace {

std::optional<double> number_in(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Numbers in numerical order, then words in alphabetical order.
bool comes_before(const std::string& x, const std::string& y) {
  const auto a = number_in(x);
  const auto b = number_in(y);
  if (a && b) return *a < *b;
  if (a || b) return a.has_value();
  return x < y;
}

using RowText = std::function<std::string(const store::Row&)>;

AxisColumn make_column(std::string_view name, const RowText& text_of, const std::vector<store::Row>& rows) {
  AxisColumn axis{.name = std::string(name), .values = {}, .codes = {}};
  axis.codes.reserve(rows.size());
  std::unordered_map<std::string, std::uint32_t> known;
  for (const store::Row& row : rows) {
    std::string text = text_of(row);
    if (text.empty()) text = "none";
    const auto [entry, added] = known.try_emplace(std::move(text), static_cast<std::uint32_t>(known.size()));
    if (added) axis.values.push_back(entry->first);
    axis.codes.push_back(entry->second);
  }
  std::vector<std::string> sorted = axis.values;
  std::ranges::sort(sorted, comes_before);
  std::vector<std::uint32_t> indices;
  for (const std::string& value : axis.values)
    indices.push_back(static_cast<std::uint32_t>(std::ranges::find(sorted, value) - sorted.begin()));
  for (std::uint32_t& code : axis.codes) code = indices[code];
  axis.values = std::move(sorted);
  return axis;
}

/// The axes of users' kernels, in the order in which they occur.
std::vector<std::string> own_axes(const std::vector<store::Row>& rows) {
  std::vector<std::string> axes;
  for (const store::Row& row : rows)
    for (const auto& [axis, value] : own_choices(row.variant))
      if (std::ranges::find(axes, axis) == axes.end()) axes.emplace_back(axis);
  return axes;
}

RowText text_of_own(const std::string& axis) {
  return [axis](const store::Row& row) {
    for (const auto& [name, value] : own_choices(row.variant))
      if (name == axis) return std::string(value);
    return std::string();
  };
}

}  // namespace

AxisTable make_axis_table(const std::vector<store::Row>& rows) {
  AxisTable table;
  for (const Choice& choice : candidate_choices())
    table.push_back(make_column(
        choice.name, [&](const store::Row& row) { return store::choice_text(row, choice); }, rows));
  for (const std::string& axis : own_axes(rows)) table.push_back(make_column(axis, text_of_own(axis), rows));
  return table;
}

bool is_part_of_an_axis(std::string_view name) {
  const auto found = std::ranges::find(candidate_choices(), name, &Choice::name);
  return found != candidate_choices().end() && found->is_part;
}

std::optional<std::size_t> find_axis(const AxisTable& axes, std::string_view name) {
  const auto found = std::ranges::find(axes, name, &AxisColumn::name);
  if (found == axes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - axes.begin());
}

}  // namespace modlab::analysis
