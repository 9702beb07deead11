#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <span>
#include <string_view>

#include "harness/cli/commands.h"
#include "harness/session/choices.h"
#include "harness/system/console.h"
#include "kernels/choices.h"

namespace modlab::cli {
namespace {

using Words = std::vector<std::string>;

Words choice_values(std::string_view name) {
  const auto found = std::ranges::find(candidate_choices(), name, &Choice::name);
  return found == candidate_choices().end() ? Words() : found->texts;
}

/// "access=" for each axis; once one is named, its values, each with what stands before it.
Words where_values(const std::string& word) {
  Words words;
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos)
    for (const Choice& choice : candidate_choices()) words.push_back(fmt::format("{}=", choice.name));
  else
    for (const std::string& value : choice_values(word.substr(0, equals)))
      words.push_back(word.substr(0, word.find_last_of("=,") + 1) + value);
  return words;
}

Words option_values(const CLI::Option& option, const std::string& word) {
  const std::string name = option.get_name();
  if (name == "--where") return where_values(word);
  Words values = session::offered_by(option);
  if (!session::takes_list(option)) return values;
  const std::string before = word.substr(0, word.rfind(',') + 1);  // a list so far
  if (!before.empty()) std::erase(values, "all");
  for (std::string& value : values) value.insert(0, before);
  return values;
}

const CLI::Option* option_named(const CLI::App& command, const std::string& word) {
  return word.starts_with("-") ? command.get_option_no_throw(word) : nullptr;
}

/// The command that the words name, which may be below another one.
const CLI::App& command_of(const CLI::App& program, std::span<const std::string> words) {
  const CLI::App* command = &program;
  for (const std::string& word : words) {
    const auto below = command->get_subcommands([&](const CLI::App* each) { return each->get_name() == word; });
    if (!below.empty()) command = below.front();
  }
  return *command;
}

/// Options only where one was begun: what stands there may be a file or a workload as well.
Words commands_or_options(const CLI::App& command, const std::string& word) {
  Words words;
  if (!word.starts_with("-")) {
    for (const CLI::App* below : command.get_subcommands({}))
      if (!below->get_group().empty()) words.push_back(below->get_name());
    return words;
  }
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty() && !option->get_lnames().empty())
      words.push_back("--" + option->get_lnames().front());
  return words;
}

/// What can stand in place of the last of the words that follow the program's name, in the order in which it should be
/// shown: commands, options, and the values of those that have a fixed set. Nothing where a file or a number belongs.
Words completions(const CLI::App& program, std::span<const std::string> words) {
  if (words.empty()) return {};
  const std::string& word = words.back();
  const std::span<const std::string> before = words.first(words.size() - 1);
  const CLI::App& command = command_of(program, before);
  const CLI::Option* const option = before.empty() ? nullptr : option_named(command, before.back());
  const bool has_value = option != nullptr && option->get_items_expected_max() > 0;
  Words found = has_value ? option_values(*option, word) : commands_or_options(command, word);
  std::erase_if(found, [&](const std::string& each) { return !each.starts_with(word); });
  return found;
}

}  // namespace

Action add_complete_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("complete", "Print what can stand in place of the last word");
  command.group("");  // not in the help
  command.set_help_flag();
  command.prefix_command();  // the words are another command's, not to be parsed
  return [&program](const std::vector<std::string>& words) {
    for (const std::string& each : completions(program, std::span(words).subspan(2))) print("{}\n", each);
    return 0;
  };
}

}  // namespace modlab::cli
