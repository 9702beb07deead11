#include "harness/compile/includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "harness/compile/code_of.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

constexpr std::string_view kInclude = "include";
constexpr std::string_view kImport = "import";

std::string_view without_leading_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\v\f"), text.size()));
}

/// Takes the first line off the text, without its line feed.
std::string_view take_first_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

class LineWalker {
 public:
  LineWalker(const ShaderSources& sources, const std::function<void(const SourceLine&)>& jump,
             const std::function<void(const SourceLine&, std::string_view, std::string_view)>& visit)
      : sources_(sources), jump_(jump), visit_(visit) {}

  void walk(std::string_view name) {
    const auto& [file, source] = *sources_.find(name);
    within_.push_back(file);
    if (within_.size() > kMaxIncludeDepth) throw Error(fmt::format("{}: {}", within_.front(), too_deep_text()));
    const std::string all_code = with_plain_includes(source);
    count(std::max(source.size(), all_code.size()));
    SourceLine here{file};
    jump_to(here);
    for (std::string_view texts = source, codes = all_code; !texts.empty();) {
      const std::string_view text = take_first_line(texts);
      const std::string_view code = take_first_line(codes);
      const auto included = included_file(code);
      const bool follow =
          included && sources_.contains(*included) && std::ranges::find(within_, *included) == within_.end();
      if (follow)
        walk(*included);
      else
        visit_(here, text, code);
      ++here.line;
      if (follow) jump_to(here);
    }
    within_.pop_back();
  }

 private:
  void count(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ > kMaxIncludedBytes) throw Error(fmt::format("{}: {}", within_.front(), too_large_text()));
  }

  void jump_to(const SourceLine& next) {
    count(jump_bytes(next.file));
    jump_(next);
  }

  const ShaderSources& sources_;
  const std::function<void(const SourceLine&)>& jump_;
  const std::function<void(const SourceLine&, std::string_view, std::string_view)>& visit_;
  std::vector<std::string_view> within_;
  std::size_t bytes_ = 0;
};

/// A file's name where it cannot end the directive that it stands in: one from a recorded run may have any character.
std::string within_quotes(std::string_view name) {
  std::string file(name);
  std::ranges::replace(file, '\\', '/');
  std::ranges::replace_if(
      file, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '"'; }, '_');
  return file;
}

/// The line that a compiler gets in place of an include that is not followed.
std::string error_line(std::string_view code, const ShaderSources& sources) {
  const std::string_view name = *included_file(code);
  if (sources.contains(name)) return fmt::format("#error '{}' includes itself", name);
  return fmt::format("#error no shader source is named '{}'", name);
}

}  // namespace

std::string too_deep_text() { return fmt::format("its includes are more than {} deep", kMaxIncludeDepth); }

std::string too_large_text() {
  return fmt::format("with its includes it has more than {} MiB", kMaxIncludedBytes >> 20);
}

std::size_t jump_bytes(std::string_view file) {
  constexpr std::string_view kLongest = "#line 4294967295 \"\"\n";
  return kLongest.size() + file.size();
}

std::string_view odd_include_text() { return "an include stands alone on its line, with the file's name in quotes"; }

std::optional<std::string_view> included_file(std::string_view code) {
  code = without_leading_space(code);
  if (!code.starts_with('#')) return std::nullopt;
  code = without_leading_space(code.substr(1));
  if (!code.starts_with(kInclude)) return std::nullopt;
  code = without_leading_space(code.substr(kInclude.size()));
  if (code.empty() || (code.front() != '"' && code.front() != '<')) return std::nullopt;
  const std::size_t close = code.find(code.front() == '"' ? '"' : '>', 1);
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view name = code.substr(1, close - 1);
  const bool is_text = std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  return is_text ? std::optional(name) : std::nullopt;
}

bool has_include(std::string_view code) {
  if (code.find(kInclude) == std::string_view::npos && code.find(kImport) == std::string_view::npos) return false;
  // What C has beside '#', which some compiler may know; and compilers take more for a space than ASCII does.
  constexpr std::array<std::string_view, 3> kBegins{"#", "%:", "?\?="};
  const auto may_be_space = [](char c) { return c <= ' ' || static_cast<unsigned char>(c) >= 0x7f; };
  for (std::size_t at = 0; at < code.size();) {
    if (begins_literal(code[at])) {
      at = literal_end(code, at);
      continue;
    }
    const std::string_view rest = code.substr(at++);
    for (const std::string_view begin : kBegins) {
      if (!rest.starts_with(begin)) continue;
      const auto word =
          std::find_if_not(rest.begin() + static_cast<std::ptrdiff_t>(begin.size()), rest.end(), may_be_space);
      const std::string_view directive(word, rest.end());
      if (directive.starts_with(kInclude) || directive.starts_with(kImport)) return true;
    }
  }
  return false;
}

std::string with_plain_includes(std::string_view source) {
  const std::string all_code = code_of(source);
  std::string plain;
  plain.reserve(all_code.size());
  for (std::string_view codes = all_code; !codes.empty();) {
    const std::string_view code = take_first_line(codes);
    if (has_include(code) && !included_file(code))
      plain.append("#error ").append(odd_include_text());
    else
      plain.append(code);
    plain += '\n';
  }
  return plain;
}

void walk_lines(const std::string& file, const ShaderSources& sources,
                const std::function<void(const SourceLine&)>& jump,
                const std::function<void(const SourceLine&, std::string_view, std::string_view)>& visit) {
  LineWalker(sources, jump, visit).walk(file);
}

std::vector<std::string> reachable_files(const std::string& file, const ShaderSources& sources) {
  std::vector<std::string> files;
  std::set<std::string> met;
  // No call within a call: of files that each include the next there may be more than a stack holds.
  std::vector<std::string> waiting{file};
  while (!waiting.empty()) {
    const std::string next = std::move(waiting.back());
    waiting.pop_back();
    if (!met.insert(next).second) continue;
    files.push_back(next);
    const auto source = sources.find(next);
    if (source == sources.end()) continue;
    const auto others = static_cast<std::ptrdiff_t>(waiting.size());
    const std::string all_code = code_of(source->second);
    for (std::string_view codes = all_code; !codes.empty();)
      if (const auto name = included_file(take_first_line(codes))) waiting.emplace_back(*name);
    std::reverse(waiting.begin() + others, waiting.end());
  }
  return files;
}

std::string with_includes(const std::string& file, const ShaderSources& sources) {
  std::string text;
  walk_lines(
      file, sources,
      [&](const SourceLine& next) { text += fmt::format("#line {} \"{}\"\n", next.line, within_quotes(next.file)); },
      [&](const SourceLine&, std::string_view, std::string_view code) {
        if (included_file(code))
          text.append(error_line(code, sources)).append("\n");
        else
          text.append(code).append("\n");
        if (text.size() > kMaxIncludedBytes) throw Error(fmt::format("{}: {}", file, too_large_text()));
      });
  return text;
}

}  // namespace modlab::compile
