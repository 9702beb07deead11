#include "harness/analysis/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "harness/system/path.h"
#include "kernels/algorithm.h"
#include "kernels/variant.h"

namespace modlab {
namespace {

/// In double quotes, which POSIX shells and Windows' take.
std::string shell_quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+";
#if defined(_WIN32)
  constexpr std::string_view kEscaped = "\"";
#else
  constexpr std::string_view kEscaped = "\"\\$`";
#endif
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "\"";
  for (const char c : word) {
    if (kEscaped.find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

/// The file of a user's kernel as the run's command named it; without that, its name.
std::string kernel_path(const std::string& variant, const RunContext* context) {
  const std::string file = variant.substr(0, variant.find(':')) + ".hlsl";
  if (context == nullptr) return file;
  const auto given = std::ranges::find_if(
      context->command, [&](const std::string& word) { return path_of(word).filename().string() == file; });
  return given == context->command.end() ? file : *given;
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

std::vector<std::string> arguments_of(const std::vector<std::string>& command) {
  return {command.begin() + (command.empty() ? 0 : 1), command.end()};
}

std::vector<std::string> resuming_arguments(std::vector<std::string> arguments, const std::filesystem::path& journal) {
  if (arguments.empty() || (arguments[0] != "tune" && arguments[0] != "measure")) return {};
  for (const std::string option : {"--out", "--resume"}) {
    const auto given = std::ranges::find(arguments, option);
    if (given != arguments.end()) arguments.erase(given, given + (given + 1 == arguments.end() ? 1 : 2));
    std::erase_if(arguments, [&](const std::string& word) { return word.starts_with(option + "="); });
  }
  arguments.insert(arguments.end(), {"--resume", journal.string()});
  return arguments;
}

std::string reproducing_command(const Row& row, const RunContext* context) {
  std::vector<std::string> words{"modlab", "measure", workload_of(row), "--variant", row.variant};
  if (row.accuracy == name_of(Accuracy::peer)) words = {"modlab", "tune", workload_of(row), "--peer", row.variant};
  if (is_own_name(row.variant)) words.insert(words.end(), {"--kernel", kernel_path(row.variant, context)});
  const auto add = [&](const char* option, std::string value) {
    words.insert(words.end(), {option, std::move(value)});
  };
  if (row.choice("compiler") == "dxc") add("--compiler", "dxc");
  if (!row.mode.empty() && row.mode != "warm" && row.mode != "verify") add("--mode", row.mode);
  if (context != nullptr && row.mode == "cold" && context->cache_bytes > 0)
    add("--cache-mib", fmt::to_string(context->cache_bytes >> 20U));
  if (row.seed.value_or(1) != 1) add("--seed", fmt::to_string(*row.seed));
  if (!row.adapter.empty()) add("--adapter", row.adapter);
  return shell_line(words);
}

}  // namespace modlab
