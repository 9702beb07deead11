#include "harness/system/shell_line.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace modlab {
namespace {

/// Without the comma, by which PowerShell makes a list of words.
constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:+";

bool has_only(std::string_view word, std::string_view characters) {
  return word.find_first_not_of(characters) == std::string_view::npos;
}

/// Controls of ASCII and of Unicode (C1), its line separators, and those that reverse the order in which text is shown.
bool has_controls(std::string_view word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto byte = [&](std::size_t ahead) {
      return i + ahead < word.size() ? static_cast<unsigned char>(word[i + ahead]) : 0U;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7f) return true;
    if (byte(0) == 0xc2 && byte(1) < 0xa0) return true;
    const unsigned low = byte(1) << 8U | byte(2);
    if (byte(0) == 0xe2 && ((low >= 0x80a8 && low <= 0x80ae) || (low >= 0x81a6 && low <= 0x81a9))) return true;
  }
  return false;
}

/// PowerShell takes these for double quotes too.
bool has_curly_quotes(std::string_view word) {
  constexpr std::array<std::string_view, 3> kCurly{"\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9e"};
  return std::ranges::any_of(kCurly,
                             [&](std::string_view quote) { return word.find(quote) != std::string_view::npos; });
}

/// Whether it stands for itself between double quotes. Windows' programs expand * and ? even there, its PowerShell
/// drops empty words, and a backslash at the end would protect the quote.
bool is_safe_in_double_quotes(std::string_view word, Shell shell) {
  if (word.empty() || word.find_first_of("\"$`%!*?") != std::string_view::npos || has_curly_quotes(word)) return false;
  if (word.ends_with('\\')) return false;
  return shell == Shell::windows || word.find("\\\\") == std::string_view::npos;
}

/// In single quotes; what ends them in POSIX shells or in fish stands outside, behind a backslash.
std::string in_single_quotes(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word)
    if (c == '\'' || c == '\\')
      quoted.append("'\\").append(1, c).append("'");
    else
      quoted += c;
  return quoted + "'";
}

std::optional<std::string> quoted_word(std::string_view word, Shell shell) {
  if (has_controls(word)) return std::nullopt;
  // zsh looks up what follows a leading =.
  if (!word.empty() && has_only(word, kPlain) && !word.starts_with('=')) return std::string(word);
  if (is_safe_in_double_quotes(word, shell)) return '"' + std::string(word) + '"';
  if (shell == Shell::posix) return in_single_quotes(word);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> shell_line(std::span<const std::string> words, Shell shell) {
  std::string line;
  for (const std::string& word : words) {
    const auto quoted = quoted_word(word, shell);
    if (!quoted) return std::nullopt;
    line.append(line.empty() ? "" : " ").append(*quoted);
  }
  return line;
}

}  // namespace modlab
