#pragma once

#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace modlab::session {

/// The names of a table: of an enumeration's values, of strategies, of axes.
template <typename Table>
std::vector<std::string> names_in(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table) names.emplace_back(row.name);
  return names;
}

/// The option's words are these, and in a list also "all". Its declaration is the one place that lists them: help,
/// completion and the dashboard's form have them from there. Others are left to whoever reads the option.
CLI::Option* offer(CLI::Option* option, std::vector<std::string> words);

/// The same of an option for one word, and others are refused.
CLI::Option* choose_from(CLI::Option* option, std::vector<std::string> words);

/// What the option offers; nothing where a file, a number or a text belongs.
std::vector<std::string> offered_by(const CLI::Option& option);

/// Whether its value is a list with commas.
bool takes_list(const CLI::Option& option);

}  // namespace modlab::session
