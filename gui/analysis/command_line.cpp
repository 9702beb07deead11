#include "gui/analysis/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "kernels/split.h"

namespace modlab {
namespace {

/// Names of adapters and files have no quotes of their own.
std::string shell_quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./\\=,:+";
  const bool plain = !word.empty() && word.find_first_not_of(kPlain) == std::string::npos;
  return plain ? word : '"' + word + '"';
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

std::vector<std::string> kept_words(const std::string& command) {
  const std::vector<std::string_view> words = split_words(command);
  return {words.begin() + (words.empty() ? 0 : 1), words.end()};
}

std::vector<std::string> resuming_words(std::vector<std::string> words, const std::filesystem::path& journal) {
  if (words.empty() || (words[0] != "tune" && words[0] != "measure")) return {};
  for (const std::string option : {"--out", "--resume"}) {
    const auto given = std::ranges::find(words, option);
    if (given != words.end()) words.erase(given, given + (given + 1 == words.end() ? 1 : 2));
    std::erase_if(words, [&](const std::string& word) { return word.starts_with(option + "="); });
  }
  words.insert(words.end(), {"--resume", journal.string()});
  return words;
}

std::string reproducing_command(const Row& row, const RunContext* context) {
  std::vector<std::string> words{"modlab", "measure", workload_of(row), "--variant", row.variant};
  const auto add = [&](const char* option, std::string value) {
    words.insert(words.end(), {option, std::move(value)});
  };
  if (row.compiler == "dxc") add("--compiler", "dxc");
  if (!row.mode.empty() && row.mode != "warm" && row.mode != "verify") add("--mode", row.mode);
  if (context != nullptr && row.mode == "cold" && context->cache_bytes > 0)
    add("--cache-mib", fmt::to_string(context->cache_bytes >> 20U));
  if (row.seed.value_or(1) != 1) add("--seed", fmt::to_string(*row.seed));
  if (!row.adapter.empty()) add("--adapter", row.adapter);
  return shell_line(words);
}

}  // namespace modlab
