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

void append_with_includes(std::string& text, const std::string& file, const ShaderSources& sources,
                          std::vector<std::string>& within) {
  within.push_back(file);
  text += fmt::format("#line 1 \"{}\"\n", file);
  std::istringstream lines(sources.find(file)->second);
  std::size_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    const auto name = included_file(line);
    if (!name || !sources.contains(*name) || std::ranges::find(within, *name) != within.end()) {
      text.append(line).append("\n");
      continue;
    }
    append_with_includes(text, std::string(*name), sources, within);
    text += fmt::format("#line {} \"{}\"\n", number + 1, file);
  }
  within.pop_back();
}

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

std::string with_includes(const std::string& file, const ShaderSources& sources) {
  std::string text;
  std::vector<std::string> within;
  append_with_includes(text, file, sources, within);
  return text;
}

}  // namespace modlab
