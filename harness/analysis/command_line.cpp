#include "harness/analysis/command_line.h"

#include <fmt/format.h>

#include "harness/system/shell_line.h"
#include "kernels/accuracy.h"
#include "kernels/candidate.h"
#include "kernels/error.h"
#include "kernels/workload.h"

namespace modlab::analysis {

std::vector<std::string> arguments_of(const std::vector<std::string>& command) {
  return {command.begin() + (command.empty() ? 0 : 1), command.end()};
}

void add_option(std::vector<std::string>& words, const std::string& option, const std::string& value) {
  if (value.starts_with('-'))
    words.push_back(option + "=" + value);
  else
    words.insert(words.end(), {option, value});
}

std::optional<std::string> reproducing_command(const store::Row& row, const store::RunContext* context) {
  if (!is_workload_name(store::workload_of(row))) return std::nullopt;
  const bool is_beside = row.accuracy == name_of(Accuracy::peer);
  std::vector<std::string> words{"modlab", is_beside ? "tune" : "measure", store::workload_of(row)};
  add_option(words, is_beside ? "--peer" : "--variant", row.variant);
  if (!family_of(row.variant).empty()) {
    const std::string file = row.variant.substr(0, row.variant.find(':')) + ".hlsl";
    if (file.find_first_of("/\\") != std::string::npos) return std::nullopt;
    add_option(words, "--kernel", file);
  }
  if (row.choice("compiler") == "dxc") add_option(words, "--compiler", "dxc");
  if (!row.mode.empty() && row.mode != "warm" && row.mode != "verify") add_option(words, "--mode", row.mode);
  if (context != nullptr && row.mode == "cold" && context->cache_bytes > 0)
    add_option(words, "--cache-mib", fmt::to_string(context->cache_bytes >> 20U));
  if (row.seed.value_or(1) != 1) add_option(words, "--seed", fmt::to_string(*row.seed));
  if (!row.adapter.empty()) add_option(words, "--adapter", row.adapter);
  return shell_line(words);
}

}  // namespace modlab::analysis
