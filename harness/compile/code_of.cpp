#include "harness/compile/code_of.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace modlab::compile {
namespace {

// DXC ends lines at a carriage return, too.
constexpr std::string_view kLineEnds = "\n\r";
constexpr std::string_view kBlanks("\0 \t\v\f", 5);

/// Behind the end of the line that a backslash here continues; compilers overlook blanks between the two.
std::optional<std::size_t> continuation_end(std::string_view text, std::size_t backslash) {
  const std::size_t end = text.find_first_not_of(kBlanks, backslash + 1);
  if (end == std::string_view::npos || kLineEnds.find(text[end]) == std::string_view::npos) return std::nullopt;
  const bool is_pair =
      end + 1 < text.size() && text[end + 1] != text[end] && kLineEnds.find(text[end + 1]) != std::string_view::npos;
  return end + (is_pair ? 2 : 1);
}

/// Text whose line feeds may come later than they stood, so that a line is whole and the lines after it keep their
/// numbers.
class Lines {
 public:
  explicit Lines(std::size_t bytes) { text_.reserve(bytes); }

  void add(std::string_view part) {
    if (owed_ > 0)
      if (const std::size_t end = part.find('\n'); end != std::string_view::npos) {
        text_.append(part.substr(0, end + 1));
        settle();
        part.remove_prefix(end + 1);
      }
    text_.append(part);
  }

  /// Line feeds that do not end the line. Before all that a line has, they may stand where they are.
  void join(std::string_view part) {
    const bool has_more = std::exchange(owed_, owed_ + static_cast<std::size_t>(std::ranges::count(part, '\n'))) > 0;
    if (has_more || owed_ == 0) return;
    const std::size_t last = text_.find_last_not_of(kBlanks);
    if (last == std::string::npos || text_[last] == '\n') settle();
  }

  std::string take() {
    settle();
    return std::move(text_);
  }

 private:
  void settle() { text_.append(std::exchange(owed_, 0), '\n'); }

  std::string text_;
  std::size_t owed_ = 0;
};

std::string with_lines_joined(std::string_view text) {
  Lines joined(text.size());
  std::size_t begin = 0;
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    const auto end = continuation_end(text, at);
    if (!end) continue;
    joined.add(text.substr(begin, at - begin));
    joined.join(text.substr(at, *end - at));
    begin = *end;
    at = begin - 1;
  }
  joined.add(text.substr(begin));
  return joined.take();
}

}  // namespace

std::size_t literal_end(std::string_view code, std::size_t begin) {
  for (std::size_t at = begin + 1; at < code.size(); ++at) {
    if (code[at] == code[begin]) return at + 1;
    if (code[at] == '\\' && at + 1 < code.size() && kLineEnds.find(code[at + 1]) == std::string_view::npos) ++at;
    if (kLineEnds.find(code[at]) != std::string_view::npos) return at;
  }
  return code.size();
}

std::string code_of(std::string_view source) {
  const std::string joined = with_lines_joined(source);
  const std::string_view text = joined;
  Lines code(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find_first_of(kLineEnds, at), text.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t close = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
      const std::string_view comment = text.substr(at, close - at);
      code.join(comment);
      const std::size_t line = std::min(comment.size(), comment.size() - 1 - comment.rfind('\n'));
      code.add(std::string(line, ' '));  // so that what follows keeps its column
      at = close;
    } else {
      const auto is_special = [](char letter) { return letter == '/' || begins_literal(letter); };
      const auto plain_end = std::find_if(rest.begin() + 1, rest.end(), is_special) - rest.begin();
      const std::size_t end = begins_literal(rest[0]) ? literal_end(rest, 0) : static_cast<std::size_t>(plain_end);
      code.add(rest.substr(0, end));
      at += end;
    }
  }
  std::string result = code.take();
  // What still looks continued is not: a comment or another backslash stood there, or the source ends.
  for (std::size_t at = result.find('\\'); at != std::string::npos; at = result.find('\\', at + 1))
    if (continuation_end(result, at) || result.find_first_not_of(kBlanks, at + 1) == std::string::npos)
      result[at] = ' ';
  return result;
}

}  // namespace modlab::compile
