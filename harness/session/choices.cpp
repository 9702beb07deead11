#include "harness/session/choices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace modlab::session {

CLI::Option* offer(CLI::Option* option, std::vector<std::string> words) {
  if (takes_list(*option)) words.emplace_back("all");
  return option->type_name(fmt::format("{{{}}}", fmt::join(words, ",")));
}

CLI::Option* choose_from(CLI::Option* option, std::vector<std::string> words) {
  return offer(option, words)->check([words = std::move(words)](const std::string& word) {
    return std::ranges::find(words, word) != words.end()
               ? std::string()
               : fmt::format("'{}' is unknown; choose from {}", word, fmt::join(words, ", "));
  });
}

std::vector<std::string> offered_by(const CLI::Option& option) {
  const std::string type = option.get_type_name();  // also of CLI11's own sets, as TEXT:{none,others}
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

bool takes_list(const CLI::Option& option) { return option.get_delimiter() == ','; }

}  // namespace modlab::session
