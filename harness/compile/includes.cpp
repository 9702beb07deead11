#include "harness/compile/includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace modlab {
namespace {

std::string_view without_leading_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

class LineWalker {
 public:
  LineWalker(const ShaderSources& sources, const std::function<void(const SourceLine&)>& jump,
             const std::function<void(const SourceLine&, std::string_view)>& visit)
      : sources_(sources), jump_(jump), visit_(visit) {}

  void walk(const std::string& file) {
    within_.push_back(file);
    SourceLine here{file};
    jump_(here);
    std::istringstream lines(sources_.find(file)->second);
    for (std::string text; std::getline(lines, text);) {
      const auto name = included_file(text);
      const bool follow = name && sources_.contains(*name) && std::ranges::find(within_, *name) == within_.end();
      if (follow)
        walk(std::string(*name));
      else
        visit_(here, text);
      ++here.line;
      if (follow) jump_(here);
    }
    within_.pop_back();
  }

 private:
  const ShaderSources& sources_;
  const std::function<void(const SourceLine&)>& jump_;
  const std::function<void(const SourceLine&, std::string_view)>& visit_;
  std::vector<std::string> within_;
};

}  // namespace

std::optional<std::string_view> included_file(std::string_view line) {
  constexpr std::string_view kInclude = "include";
  line = without_leading_space(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = without_leading_space(line.substr(1));
  if (!line.starts_with(kInclude)) return std::nullopt;
  line = without_leading_space(line.substr(kInclude.size()));
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return std::nullopt;
  const std::size_t close = line.find(line.front() == '"' ? '"' : '>', 1);
  if (close == std::string_view::npos) return std::nullopt;
  return line.substr(1, close - 1);
}

void walk_lines(const std::string& file, const ShaderSources& sources,
                const std::function<void(const SourceLine&)>& jump,
                const std::function<void(const SourceLine&, std::string_view)>& visit) {
  LineWalker(sources, jump, visit).walk(file);
}

std::vector<std::string> reachable_files(const std::string& file, const ShaderSources& sources) {
  std::vector<std::string> files{file};
  if (!sources.contains(file)) return files;
  const auto add = [&](std::string_view name) {
    if (std::ranges::find(files, name) == files.end()) files.emplace_back(name);
  };
  walk_lines(
      file, sources, [&](const SourceLine& next) { add(next.file); },
      [&](const SourceLine&, std::string_view text) {
        if (const auto name = included_file(text)) add(*name);
      });
  return files;
}

std::string with_includes(const std::string& file, const ShaderSources& sources) {
  std::string text;
  walk_lines(
      file, sources, [&](const SourceLine& next) { text += fmt::format("#line {} \"{}\"\n", next.line, next.file); },
      [&](const SourceLine&, std::string_view line) { text.append(line).append("\n"); });
  return text;
}

}  // namespace modlab
