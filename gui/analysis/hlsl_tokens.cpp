#include "gui/analysis/hlsl_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "kernels/split.h"

namespace modlab::gui {
namespace {

constexpr auto kWords = std::to_array<std::string_view>({"AppendStructuredBuffer",
                                                         "Buffer",
                                                         "ByteAddressBuffer",
                                                         "RWBuffer",
                                                         "RWByteAddressBuffer",
                                                         "RWStructuredBuffer",
                                                         "StructuredBuffer",
                                                         "SV_DispatchThreadID",
                                                         "SV_GroupID",
                                                         "SV_GroupIndex",
                                                         "SV_GroupThreadID",
                                                         "break",
                                                         "case",
                                                         "cbuffer",
                                                         "const",
                                                         "continue",
                                                         "default",
                                                         "discard",
                                                         "do",
                                                         "else",
                                                         "false",
                                                         "for",
                                                         "globallycoherent",
                                                         "groupshared",
                                                         "if",
                                                         "in",
                                                         "inline",
                                                         "inout",
                                                         "out",
                                                         "precise",
                                                         "register",
                                                         "return",
                                                         "static",
                                                         "struct",
                                                         "switch",
                                                         "true",
                                                         "typedef",
                                                         "unorm",
                                                         "void",
                                                         "while"});

/// Types that also come as vectors and matrices: float, float4, float4x4.
constexpr auto kScalars =
    std::to_array<std::string_view>({"bool", "double", "float", "float16_t", "half", "int", "int16_t", "int64_t",
                                     "min16float", "min16int", "min16uint", "uint", "uint16_t", "uint64_t"});

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name(char c) { return is_letter(c) || is_digit(c); }

bool is_keyword(std::string_view word) {
  if (std::ranges::find(kWords, word) != kWords.end()) return true;
  return std::ranges::any_of(kScalars, [&](std::string_view scalar) {
    if (!word.starts_with(scalar)) return false;
    const std::string_view size = word.substr(scalar.size());
    return std::ranges::all_of(size, [](char c) { return is_digit(c) || c == 'x'; });
  });
}

/// Whether a comment tells modlab something.
bool declares(std::string_view comment) {
  comment.remove_prefix(std::min(comment.find_first_not_of(' '), comment.size()));
  return comment.starts_with("modlab:");
}

class Tokenizer {
 public:
  std::vector<HlslToken> line(std::string_view text) {
    std::vector<HlslToken> tokens;
    for (std::size_t at = 0; at < text.size();) {
      const auto [length, kind] = next(text, at);
      if (!tokens.empty() && tokens.back().kind == kind)
        tokens.back().length += length;
      else
        tokens.push_back({at, length, kind});
      at += length;
    }
    return tokens;
  }

 private:
  struct Piece {
    std::size_t length;
    HlslKind kind;
  };

  Piece next(std::string_view line, std::size_t at) {
    const std::string_view rest = line.substr(at);
    if (in_comment_) return comment(rest, 0);
    if (rest.starts_with("//"))
      return {rest.size(), declares(rest.substr(2)) ? HlslKind::declaration : HlslKind::comment};
    if (rest.starts_with("/*")) return comment(rest, 2);
    if (rest.front() == '#' && line.find_first_not_of(" \t") == at) return {directive(rest), HlslKind::preprocessor};
    if (is_letter(rest.front())) {
      const std::string_view word = rest.substr(0, count(rest, is_name));
      return {word.size(), is_keyword(word) ? HlslKind::keyword : HlslKind::plain};
    }
    if (is_digit(rest.front())) return {count(rest, [](char c) { return is_name(c) || c == '.'; }), HlslKind::number};
    return {1, HlslKind::plain};
  }

  Piece comment(std::string_view rest, std::size_t from) {
    const std::size_t end = rest.find("*/", from);
    in_comment_ = end == std::string_view::npos;
    return {in_comment_ ? rest.size() : end + 2, HlslKind::comment};
  }

  /// Up to a comment behind it.
  static std::size_t directive(std::string_view rest) {
    return std::min({rest.find("//"), rest.find("/*"), rest.size()});
  }

  template <typename Is>
  static std::size_t count(std::string_view text, Is is) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is) - text.begin());
  }

  bool in_comment_ = false;  ///< of several lines
};

}  // namespace

std::vector<std::vector<HlslToken>> tokenize_hlsl(std::string_view text) {
  Tokenizer tokenizer;
  std::vector<std::vector<HlslToken>> lines;
  for (const std::string_view line : split(text, '\n')) lines.push_back(tokenizer.line(line));
  return lines;
}

}  // namespace modlab::gui
