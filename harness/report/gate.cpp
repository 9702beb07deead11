#include "harness/report/gate.h"

#include <fmt/format.h>

#include <algorithm>

namespace modlab::report {

std::size_t count_of(const RunComparison& comparison, GateFault fault) {
  const auto count = [&](statistics::Verdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(comparison.differences, verdict, &Difference::verdict));
  };
  switch (fault) {
    case GateFault::slower: return count(statistics::Verdict::slower);
    case GateFault::unclear: return count(statistics::Verdict::unclear);
    case GateFault::missing: return comparison.only_base.size();
    case GateFault::failed: return comparison.failed.size();
  }
  return 0;
}

std::string gate_text(const RunComparison& comparison, const std::vector<GateFault>& fail_on) {
  std::string text;
  for (const auto& fault : kGateFaultNames)
    if (const std::size_t count = count_of(comparison, fault.value);
        count > 0 && std::ranges::find(fail_on, fault.value) != fail_on.end())
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, fault.name);
  if (text.empty() && comparison.differences.empty() && comparison.failed.empty())
    return "the runs have nothing in common";
  return text;
}

}  // namespace modlab::report
