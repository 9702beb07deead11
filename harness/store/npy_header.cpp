#include "harness/store/npy_header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "kernels/error.h"
#include "kernels/names.h"

namespace modlab::store {
namespace {

/// NumPy's names of our types, without the byte order in front.
constexpr std::array<Named<DataType>, 8> kTypeCodes{{{DataType::f32, "f4"},
                                                     {DataType::f16, "f2"},
                                                     {DataType::i32, "i4"},
                                                     {DataType::i16, "i2"},
                                                     {DataType::i8, "i1"},
                                                     {DataType::u32, "u4"},
                                                     {DataType::u16, "u2"},
                                                     {DataType::u8, "u1"}}};

struct Entries {
  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<Shape> shape;
};

/// Reads the header, which is a Python dictionary literal: only the entries that numpy.save writes for a plain type, in
/// any spelling Python takes.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text), rest_(text) {}

  Entries parse() {
    Entries entries;
    expect('{');
    while (!take('}')) {
      parse_entry(entries);
      if (take(',')) continue;
      expect('}');
      break;
    }
    skip_space();
    if (!rest_.empty()) fail("has something after the dictionary");
    if (!entries.descr) fail("has no 'descr'");
    if (!entries.fortran_order) fail("has no 'fortran_order'");
    if (!entries.shape) fail("has no 'shape'");
    return entries;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(
        fmt::format("malformed header: it {} (byte {} of {})", what, text_.size() - rest_.size(), text_.size()));
  }

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n\f"), rest_.size())); }

  bool take(std::string_view word) {
    skip_space();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool take(char c) { return take(std::string_view(&c, 1)); }
  void expect(char c) {
    if (!take(c)) fail(fmt::format("lacks a '{}'", c));
  }

  void parse_entry(Entries& entries) {
    const std::string key = parse_string();
    expect(':');
    if (key == "descr" && !entries.descr)
      entries.descr = parse_descr();
    else if (key == "fortran_order" && !entries.fortran_order)
      entries.fortran_order = parse_bool();
    else if (key == "shape" && !entries.shape)
      entries.shape = parse_shape_tuple();
    else
      fail(fmt::format("has a key '{}' that is unknown or there twice", key));
  }

  /// Longer strings and escapes name nothing we read; refusing them keeps every message one short line.
  std::string parse_string() {
    constexpr std::size_t kMaxLength = 32;
    const char quote = take('"') ? '"' : '\'';
    if (quote == '\'') expect('\'');
    const std::string_view text = rest_.substr(0, std::min(rest_.find(quote), rest_.size()));
    const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '\\'; };
    if (text.size() == rest_.size() || text.size() > kMaxLength || !std::ranges::all_of(text, is_plain))
      fail("has a string that is no name of NumPy's");
    rest_.remove_prefix(text.size() + 1);
    return std::string(text);
  }

  std::string parse_descr() {
    // A list of fields, or a type with a shape of its own.
    if (take('[') || take('('))
      throw Error(fmt::format("its elements are structured; the operators take {}", choices_in(kTypeCodes)));
    return parse_string();
  }

  bool parse_bool() {
    if (take("True")) return true;
    if (!take("False")) fail("has a 'fortran_order' that is not True or False");
    return false;
  }

  Shape parse_shape_tuple() {
    std::vector<std::string_view> sizes;
    expect('(');
    while (!take(')')) {
      sizes.push_back(parse_size());
      if (sizes.size() > kMaxDimensions)
        throw Error(fmt::format("more than {} dimensions, DirectML's limit", kMaxDimensions));
      if (take(',')) continue;
      if (sizes.size() == 1) fail("has a 'shape' that is not a tuple");  // Python's (4) is the number 4
      expect(')');
      break;
    }
    return sizes.empty() ? Shape{1} : parse_shape(fmt::format("{}", fmt::join(sizes, "x")));
  }

  std::string_view parse_size() {
    constexpr std::size_t kMaxDigits = 20;  // of a 64-bit number
    skip_space();
    const std::string_view digits = rest_.substr(0, std::min(rest_.find_first_not_of("0123456789"), rest_.size()));
    if (digits.empty() || digits.size() > kMaxDigits) fail("has a 'shape' that is not made of sizes");
    rest_.remove_prefix(digits.size());
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // Python 2's long integers
    return digits;
  }

  std::string_view text_;
  std::string_view rest_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text) {
  const auto entries = HeaderParser(text).parse();
  const std::string_view descr = *entries.descr;
  const bool has_order = descr.find_first_of("<>=|") == 0;
  const std::string_view code = descr.substr(has_order ? 1 : 0);
  const auto type = value_in(kTypeCodes, code);
  if (!type)
    throw Error(fmt::format("its elements are '{}'{}; the operators take {}, as array.astype('f4') makes them", descr,
                            code == "O" ? " (Python objects)" : "", choices_in(kTypeCodes)));
  // '=' is the order of the machine that wrote the file, and Direct3D 12's machines are little-endian.
  return {.type = *type,
          .big_endian = descr.starts_with('>'),
          .fortran_order = *entries.fortran_order,
          .shape = *entries.shape};
}

std::string npy_header_text(DataType type, const Shape& shape) {
  return fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}", bytes_of(type) == 1 ? '|' : '<',
                     name_in(kTypeCodes, type), fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace modlab::store
