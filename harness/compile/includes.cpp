#include "harness/compile/includes.h"

#include <algorithm>

namespace modlab {
namespace {

std::string_view without_leading_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
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

}  // namespace modlab
