#include "harness/compile/dxc_protocol.h"

namespace modlab::compile {
namespace {

constexpr std::string_view kHexadecimalDigits = "0123456789abcdef";

}  // namespace

std::string escaped(std::string_view field) {
  std::string text;
  text.reserve(field.size() + field.size() / 16);
  for (const char letter : field) {
    if (letter == '\n')
      text += "\\n";
    else if (letter == '\t')
      text += "\\t";
    else if (letter == '\\')
      text += "\\\\";
    else
      text += letter;
  }
  return text;
}

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\t') {
      fields.emplace_back();
      continue;
    }
    char letter = line[i];
    if (letter == '\\' && i + 1 < line.size()) {
      letter = line[++i];
      letter = letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
    }
    fields.back() += letter;
  }
  if (fields.size() < 3) fields.resize(3);
  return fields;
}

std::string hexadecimal_of(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += kHexadecimalDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kHexadecimalDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

std::optional<std::vector<std::byte>> parse_hexadecimal(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const std::size_t high = kHexadecimalDigits.find(text[i]);
    const std::size_t low = kHexadecimalDigits.find(text[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(high * 16 + low));
  }
  return bytes;
}

}  // namespace modlab::compile
