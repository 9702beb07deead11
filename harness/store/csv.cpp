#include "harness/store/csv.h"

#include <fmt/format.h>

#include "kernels/error.h"

namespace modlab {

std::string csv_field(std::string_view text) {
  constexpr std::string_view kQuoted(",\"\r\n\0", 5);
  if (text.find_first_of(kQuoted) == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

CsvTable parse_csv(std::string_view text) {
  CsvTable table;
  std::vector<std::string> record;
  std::string field;
  enum class State { plain, quoted, after_quote } state = State::plain;
  std::size_t line = 1;
  bool record_open = false;
  const auto end_field = [&] {
    record.push_back(std::move(field));
    field.clear();
    state = State::plain;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (state == State::quoted) {
      if (c == '"')
        state = State::after_quote;
      else
        field += c;
      continue;
    }
    if (state == State::after_quote && c == '"') {
      field += '"';
      state = State::quoted;
    } else if (c == ',') {
      end_field();
      record_open = true;
    } else if (c == '\n') {
      end_field();
      table.records.push_back(std::move(record));
      record.clear();
      record_open = false;
      table.whole_bytes = i + 1;
    } else if (c == '\r') {
      continue;
    } else if (c == '"' && field.empty() && state == State::plain) {
      state = State::quoted;
      record_open = true;
    } else if (state == State::after_quote || c == '"' || c == '\0') {
      throw Error(fmt::format("line {}: not CSV", line));
    } else {
      field += c;
      record_open = true;
    }
  }
  table.torn = record_open || !field.empty();
  return table;
}

}  // namespace modlab
