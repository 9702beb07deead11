#include "harness/system/visible_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace modlab {
namespace {

struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

/// What the text begins with; nothing where that is not UTF-8.
std::optional<Character> first_character(std::string_view text) {
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};  // of so many bytes
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead < 0xc0 || lead > 0xf4 || text.size() < bytes) return std::nullopt;
  std::uint32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return std::nullopt;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[bytes] || code > 0x10ffff || is_surrogate) return std::nullopt;
  return Character{code, bytes};
}

bool is_plain(char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; }

bool acts(std::uint32_t code) {
  return code < ' ' || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string visible_text(std::string_view text) {
  if (std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string visible;
  for (std::size_t bytes = 0; !text.empty(); text.remove_prefix(bytes)) {
    const auto character = first_character(text);
    bytes = character ? character->bytes : 1;
    if (!character)
      visible += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    else if (is_plain(text.front()) || !acts(character->code))
      visible += text.substr(0, bytes);
    else if (text.starts_with("\r\n"))
      continue;  // as lines end on Windows
    else if (character->code < ' ')
      visible += fmt::format("\\x{:02x}", character->code);
    else
      visible += fmt::format("\\u{:04x}", character->code);
  }
  return visible;
}

std::string without_line_ends(std::string_view text) {
  std::string line;
  for (const char c : text)
    if (c == '\n')
      line += "\\x0a";
    else
      line += c;
  return line;
}

}  // namespace modlab
