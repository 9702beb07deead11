#include "harness/analysis/recorded_call.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/analysis/command_line.h"
#include "kernels/candidate.h"
#include "kernels/workload.h"

namespace modlab::analysis {
namespace {

/// What says which measurement it is: values that name nothing outside modlab. An option that is missing here is one of
/// the others.
constexpr std::array kLists{"--op", "--dtype", "--shape", "--layout", "--placement", "--data-set"};
constexpr std::array kValues{"--where",     "--variant",    "--mode",
                             "--cache-mib", "--precision",  "--min-samples",
                             "--rounds",    "--strategy",   "--max-time-per-variant",
                             "--budget",    "--budget-per", "--shard",
                             "--seed",      "--adapter",    "--peer",
                             "--jobs",      "--time-limit", "--compiler"};
constexpr std::array kFlags{"--only-kernel", "--stable-power", "--no-transfer"};
/// Known, so that their values are not taken for workloads.
constexpr std::array kOthers{"--runtime", "--shaders", "--directml", "--kernel",
                             "--out",     "--resume",  "--tuned",    "--capture"};

bool is_other(const std::string& option, const std::string& value) {
  if (option == "--compiler") return !value_in(kCompilerNames, value) && value != "auto" && value != "all";
  return std::ranges::find(kOthers, option) != kOthers.end();
}

bool is_command(const std::string& word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

RecordedCall recorded_call(const store::RunContext& context) {
  std::vector<std::string> words = arguments_of(context.command);
  if (words.empty() || !is_command(words.front())) return {};
  RecordedCall call{.choices = {words.front()}, .others = {}};
  // The parser of the program itself, so that both find the same options.
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<std::string> names;
  app.add_option("workload", names);
  for (const char* const option : kLists) app.add_option(option)->take_all()->allow_extra_args();
  for (const char* const option : kValues) app.add_option(option)->take_all()->allow_extra_args(false);
  for (const char* const option : kOthers) app.add_option(option)->take_all()->allow_extra_args(false);
  for (const char* const option : kFlags) app.add_flag(option);
  words.erase(words.begin());
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // takes the last for the first
  } catch (const CLI::Error&) {
    for (const std::string& word : words) call.others.push_back({word});
    return call;
  }
  for (const std::string& name : names)
    if (is_workload_name(name))
      call.choices.push_back(name);
    else
      call.others.push_back({name});
  for (const CLI::Option* const option : app.get_options()) {
    if (option->get_positional()) continue;
    const std::string name = option->get_name();
    for (const std::string& value : option->results())
      if (is_other(name, value))
        call.others.push_back({name, value});
      else if (option->get_expected_min() == 0 && value == "true")
        call.choices.push_back(name);
      else
        add_option(call.choices, name, value);
  }
  for (const std::string& word : app.remaining()) call.others.push_back({word});
  return call;
}

std::vector<std::string> words_of(const RecordedCall::Option& option) {
  std::vector<std::string> words;
  if (option.value.empty())
    words.push_back(option.name);
  else
    add_option(words, option.name, option.value);
  return words;
}

}  // namespace modlab::analysis
