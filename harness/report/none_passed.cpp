#include "harness/report/none_passed.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "kernels/accuracy.h"

namespace modlab::report {
namespace {

/// The most common text and its count; the first in alphabetical order of several.
std::pair<std::string, std::size_t> most_common(const Rows& rows, std::string store::Row::*column) {
  std::map<std::string, std::size_t> counts;
  for (const store::Row* row : rows) ++counts[row->*column];
  return *std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
}

}  // namespace

std::string why_none_passed(const Rows& rows) {
  Rows variants = rows;
  std::erase_if(variants, [](const store::Row* row) { return row->accuracy == name_of(Accuracy::peer); });
  if (variants.empty()) return "no variant was tried";
  if (std::ranges::any_of(variants, [](const store::Row* row) { return passed(*row); })) return {};
  const auto [status, count] = most_common(variants, &store::Row::status);
  Rows alike = variants;
  std::erase_if(alike, [&](const store::Row* row) { return row->status != status; });
  std::string detail = most_common(alike, &store::Row::detail).first;
  detail.resize(std::min(detail.find('\n'), detail.size()));
  const std::string share = variants.size() == 1 ? "" : fmt::format("; {} of {}", count, variants.size());
  return fmt::format("no variant passed{}: {}: {}", share, status, detail);
}

std::vector<std::string> where_none_confirmed(const std::vector<store::Row>& rows, const store::RunContext& context) {
  const std::vector<Rows> groups = group_by_workload(rows);
  std::vector<std::string> lines;
  for (const store::WorkloadContext& about : context.workloads) {
    const auto group =
        std::ranges::find(groups, about.workload, [](const Rows& of) { return store::workload_of(*of.front()); });
    std::string why = why_none_passed(group == groups.end() ? Rows{} : *group);
    if (!about.unconfirmed.empty()) {
      if (!why.ends_with(about.unconfirmed))
        why += fmt::format("{}not confirmed: {}", why.empty() ? "" : "; ", about.unconfirmed);
      why += "; --resume tries again";
    }
    if (!why.empty()) lines.push_back(fmt::format("{}: {}", about.workload, why));
  }
  return lines;
}

}  // namespace modlab::report
