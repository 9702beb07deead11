#include "harness/compile/source_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace modlab::compile {
namespace {

// One token after #pragma: vkd3d's preprocessor drops the spaces between several.
constexpr std::string_view kMark = "#pragma modlab_line_";

/// Takes the first line off the text, without its line feed.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::optional<std::size_t> number_at(std::string_view text, std::size_t at, std::size_t& end) {
  std::size_t number = 0;
  const auto parsed = std::from_chars(text.data() + at, text.data() + text.size(), number);
  if (parsed.ec != std::errc{}) return std::nullopt;
  end = static_cast<std::size_t>(parsed.ptr - text.data());
  return number;
}

}  // namespace

MarkedSource mark_lines(const std::string& file, const ShaderSources& sources) {
  MarkedSource marked;
  // Says that the next line is the one that `lines` has next.
  const auto mark = [&] { marked.text += fmt::format("{}{}\n", kMark, marked.lines.size()); };
  walk_lines(
      file, sources, [&](const SourceLine&) { mark(); },
      [&](const SourceLine& origin, std::string_view, std::string_view code) {
        marked.text.append(code).append("\n");
        marked.lines.push_back(origin);
        // A mark is a directive, so it may not stand among a macro's arguments. It may after a directive, and that is
        // where lines get lost.
        const std::size_t first = code.find_first_not_of(" \t");
        if (first != std::string_view::npos && code[first] == '#') mark();
      });
  return marked;
}

LocatedSource locate_lines(std::string_view preprocessed, const MarkedSource& marked) {
  LocatedSource located;
  std::size_t next = 0;
  while (!preprocessed.empty()) {
    const std::string_view line = take_line(preprocessed);
    std::size_t end = 0;
    if (line.starts_with(kMark)) {
      next = number_at(line, kMark.size(), end).value_or(next);
      continue;
    }
    located.text.append(line).append("\n");
    located.origins.push_back(next < marked.lines.size() ? marked.lines[next] : marked.lines.back());
    ++next;
  }
  return located;
}

std::string with_origins(std::string_view messages, const std::string& file, const LocatedSource& source) {
  const std::string prefix = file + ":";
  std::string text;
  while (!messages.empty()) {
    std::string_view message = take_line(messages);
    if (!text.empty()) text += '\n';
    std::size_t end = 0;
    const auto line = message.starts_with(prefix) ? number_at(message, prefix.size(), end) : std::nullopt;
    // The end of the file is one line further.
    if (line && *line >= 1 && !source.origins.empty() && *line <= source.origins.size() + 1) {
      const SourceLine& origin = source.origins[std::min(*line, source.origins.size()) - 1];
      text += fmt::format("{}:{}", origin.file, origin.line);
      message.remove_prefix(end);
    }
    text += message;
  }
  return text;
}

}  // namespace modlab::compile
