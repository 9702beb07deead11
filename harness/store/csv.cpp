#include "harness/store/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/system/file_reader.h"
#include "harness/system/visible_text.h"
#include "kernels/error.h"

namespace modlab::store {
namespace {

bool is_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

/// Whether spreadsheets would evaluate a cell of this text without its first quotes, which keep them from that.
bool is_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  return text.size() > 1 && text.find_first_of("=+-@\t") == 0 && !is_number(text);
}

/// What `change` makes of each part of a field that may come to be a cell: where a spreadsheet separates cells by
/// semicolons, as many languages' do, quotes within its cells protect neither these nor line ends.
template <typename Change>
std::string change_parts(std::string_view field, Change change) {
  std::string text;
  while (true) {
    const std::size_t end = field.find_first_of(";\n");
    text += change(std::string(field.substr(0, end)));
    if (end == std::string_view::npos) return text;
    text += field[end];
    field.remove_prefix(end + 1);
  }
}

std::string with_formulas_quoted(std::string_view field) {
  return change_parts(field, [](const std::string& part) { return is_formula(part) ? "'" + part : part; });
}

std::string with_formulas_restored(std::string_view field) {
  return change_parts(field, [](const std::string& part) {
    return part.starts_with('\'') && is_formula(part) ? part.substr(1) : part;
  });
}

}  // namespace

std::string csv_field(std::string_view content) {
  const std::string text = with_formulas_quoted(visible_text(content));
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

bool read_record(FileReader& file, std::string& text) {
  text.clear();
  std::ptrdiff_t quotes = 0;  // an odd number of them is open
  for (std::string line; file.read_line(line);) {
    quotes += std::ranges::count(line, '"');
    text += line;
    if (quotes % 2 == 0 && text.ends_with('\n')) return true;
  }
  return false;
}

namespace {

struct Parsed {
  enum class End { whole, cut_off, malformed } end;
  CsvRecord record;
  std::size_t bytes = 0;  ///< of the text, where the record is whole
};

/// The record that a text begins with.
Parsed parse_record(std::string_view text) {
  CsvRecord record;
  std::string field;
  enum class State { plain, quoted, after_quote } state = State::plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (state == State::quoted) {
      if (c == '"')
        state = State::after_quote;
      else
        field += c;
    } else if (state == State::after_quote && c == '"') {
      field += '"';
      state = State::quoted;
    } else if (c == ',' || c == '\n') {
      record.push_back(field.find('\'') == std::string::npos ? std::move(field) : with_formulas_restored(field));
      field.clear();
      state = State::plain;
      if (c == '\n') return {Parsed::End::whole, std::move(record), i + 1};
    } else if (c == '\r') {
      continue;
    } else if (c == '"' && field.empty() && state == State::plain) {
      state = State::quoted;
    } else if (state == State::after_quote || c == '"' || c == '\0') {
      return {Parsed::End::malformed, {}};
    } else {
      field += c;
    }
  }
  return {Parsed::End::cut_off, {}};
}

bool is_zeros(std::string_view text) { return text.find_first_not_of('\0') == std::string_view::npos; }

/// Whether a whole record begins on any line after the first.
bool whole_record_follows(std::string_view text, const TakeRecord& take) {
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    text.remove_prefix(end + 1);
    Parsed parsed = parse_record(text);
    if (parsed.end == Parsed::End::whole && !take(parsed.record)) return true;
  }
  return false;
}

}  // namespace

CsvExtent read_csv(std::string_view text, const TakeRecord& take) {
  CsvExtent extent;
  while (extent.whole_bytes < text.size()) {
    const std::string_view rest = text.substr(extent.whole_bytes);
    Parsed parsed = parse_record(rest);
    std::optional<std::string> fault = "not CSV";
    if (parsed.end == Parsed::End::whole) fault = take(parsed.record);
    if (fault) {
      const bool is_other = extent.whole_bytes == 0 && parsed.end != Parsed::End::cut_off && !is_zeros(text);
      if (is_other || whole_record_follows(rest, take))
        throw Error(
            fmt::format("line {}: {}", 1 + std::ranges::count(text.substr(0, extent.whole_bytes), '\n'), *fault));
      extent.damaged_bytes = rest.size();
      break;
    }
    extent.whole_bytes += parsed.bytes;
  }
  return extent;
}

}  // namespace modlab::store
