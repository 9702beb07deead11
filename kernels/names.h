#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace modlab {

/// One row of a table that gives every value of an enumeration the name users type and journals hold.
template <typename Value>
struct Named {
  Value value;
  std::string_view name;
};

template <typename Value, std::size_t N>
constexpr std::string_view name_in(const std::array<Named<Value>, N>& table, Value value) {
  for (const auto& row : table)
    if (row.value == value) return row.name;
  return "?";
}

template <typename Value, std::size_t N>
constexpr std::optional<Value> value_in(const std::array<Named<Value>, N>& table, std::string_view name) {
  for (const auto& row : table)
    if (row.name == name) return row.value;
  return std::nullopt;
}

/// "a, b, c": the choices, for an error message.
template <typename Value, std::size_t N>
std::string choices_in(const std::array<Named<Value>, N>& table) {
  std::string text;
  for (const auto& row : table) text.append(text.empty() ? "" : ", ").append(row.name);
  return text;
}

}  // namespace modlab
