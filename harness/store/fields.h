#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/store/json_text.h"
#include "kernels/names.h"

// Records as JSON objects, by one table of fields each. For the sources that hold or use such tables; it takes the
// compiler's time.

namespace modlab::store {

/// The table of a record, an array of Field<Record> in the order in which they are read. Specialised for each.
template <typename Record>
inline constexpr std::nullptr_t kFields = nullptr;

template <typename Record>
concept HasFields = !std::same_as<std::remove_const_t<decltype(kFields<Record>)>, std::nullptr_t>;

/// One field. It may read and write anything of its record, and more than one member of the object.
template <typename Record>
struct Field {
  const char* name;
  void (*write)(const Record& record, const char* name, nlohmann::json& to);
  void (*read)(Record& record, const char* name, const nlohmann::json& from);
};

template <HasFields Record>
nlohmann::json object_of(const Record& record) {
  nlohmann::json to = nlohmann::json::object();
  for (const Field<Record>& field : kFields<Record>) field.write(record, field.name, to);
  return to;
}

/// What `from` does not say stays as it is. Throws Error or nlohmann::json::exception where it lacks a field that every
/// version has written, or one is of another type.
template <HasFields Record>
void read_fields(Record& record, const nlohmann::json& from) {
  if (!from.is_object()) throw Error(std::string(from.type_name()) + " where an object should be");
  for (const Field<Record>& field : kFields<Record>) field.read(record, field.name, from);
}

/// How a value is written and read, by its type. Specialised for those that are neither records nor JSON's own.
template <typename Value>
struct Codec {
  static nlohmann::json write(const Value& value) {
    if constexpr (HasFields<Value>)
      return object_of(value);
    else
      return value;
  }
  static void read(Value& value, const nlohmann::json& from) {
    if constexpr (HasFields<Value>)
      read_fields(value, from);
    else if constexpr (std::unsigned_integral<Value> && !std::same_as<Value, bool>)
      value = static_cast<Value>(whole_number(from, std::numeric_limits<Value>::max()));
    else
      from.get_to(value);
  }
};

template <typename Value>
nlohmann::json json_of(const Value& value) {
  return Codec<Value>::write(value);
}

template <typename Value>
Value value_from(const nlohmann::json& from) {
  Value value{};
  Codec<Value>::read(value, from);
  return value;
}

template <typename Value>
struct Codec<std::vector<Value>> {
  static nlohmann::json write(const std::vector<Value>& values) {
    nlohmann::json list = nlohmann::json::array();
    for (const Value& value : values) list.push_back(Codec<Value>::write(value));
    return list;
  }
  static void read(std::vector<Value>& values, const nlohmann::json& from) {
    values.clear();
    for (const nlohmann::json& each : from.get<nlohmann::json::array_t>()) values.push_back(value_from<Value>(each));
  }
};

/// An enumeration by the names in its table.
template <const auto& Table>
struct ByName {
  using Value = decltype(Table[0].value);
  static nlohmann::json write(Value value) { return name_in(Table, value); }
  static void read(Value& value, const nlohmann::json& from) {
    const auto name = from.get<std::string>();
    const auto known = value_in(Table, name);
    if (!known) throw Error("'" + name + "' is unknown here");
    value = *known;
  }
};

template <typename Value>
struct Codec<std::optional<Value>> {
  static nlohmann::json write(const std::optional<Value>& value) {
    return value ? Codec<Value>::write(*value) : nlohmann::json();
  }
  static void read(std::optional<Value>& value, const nlohmann::json& from) { value = value_from<Value>(from); }
};

template <typename Record, auto Member>
using CodecAt = Codec<std::remove_cvref_t<std::invoke_result_t<decltype(Member), Record&>>>;

template <typename Record, auto Member>
void write_field(const Record& record, const char* name, nlohmann::json& to) {
  if (nlohmann::json value = CodecAt<Record, Member>::write(std::invoke(Member, record)); !value.is_null())
    to[name] = std::move(value);
}

template <typename Record, auto Member>
void read_field(Record& record, const char* name, const nlohmann::json& from) {
  CodecAt<Record, Member>::read(std::invoke(Member, record), from.at(name));
}

template <typename Record, auto Member>
void read_if_there(Record& record, const char* name, const nlohmann::json& from) {
  if (from.contains(name)) read_field<Record, Member>(record, name, from);
}

/// A member of a member, for a table that has it as the record's own.
template <auto Outer, auto Inner>
struct Within {
  auto& operator()(auto& record) const { return record.*Outer.*Inner; }
};

template <typename Record, typename Value>
Record record_with(Value Record::*);
template <auto Outer, auto Inner>
decltype(record_with(Outer)) record_with(Within<Outer, Inner>);

/// A field at a pointer to its member, or Within one.
template <auto Member, typename Record = decltype(record_with(Member))>
constexpr Field<Record> field(const char* name) {
  return {name, write_field<Record, Member>, read_field<Record, Member>};
}

/// One that an object may lack: an optional that is empty, or what earlier versions have not written.
template <auto Member, typename Record = decltype(record_with(Member))>
constexpr Field<Record> maybe(const char* name) {
  return {name, write_field<Record, Member>, read_if_there<Record, Member>};
}

}  // namespace modlab::store
