#include "gui/reproduce.h"

#include <fmt/format.h>

#include "gui/shell_quote.h"

namespace modlab {
std::string reproducing_command(const Row& row, const RunContext* context) {
  std::string command = fmt::format("modlab measure {} --variant {}", workload_of(row), row.variant);
  if (row.choice("compiler") == "dxc") command += " --compiler dxc";
  if (!row.mode.empty() && row.mode != "warm" && row.mode != "verify") command += fmt::format(" --mode {}", row.mode);
  if (context != nullptr && row.mode == "cold" && context->cache_bytes > 0)
    command += fmt::format(" --cache-mib {}", context->cache_bytes >> 20U);
  if (row.seed.value_or(1) != 1) command += fmt::format(" --seed {}", *row.seed);
  if (!row.adapter.empty()) command += fmt::format(" --adapter {}", shell_quoted(row.adapter));
  return command;
}

}  // namespace modlab
