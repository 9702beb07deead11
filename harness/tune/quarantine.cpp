#include "harness/tune/quarantine.h"

#include <fmt/format.h>

#include "harness/device/status.h"

namespace modlab::tune {
namespace {

std::string key_of(const store::Row& row) { return row.op + '/' + row.dtype + '/' + row.variant; }

}  // namespace

void Quarantine::learn(const store::Row& row) {
  for (const Status status : {Status::crashed, Status::timed_out, Status::device_lost})
    if (row.status == name_of(status)) rows_.emplace(key_of(row), row);
}

std::optional<Evaluation> Quarantine::untried(const store::Row& row, const Candidate& candidate) const {
  const auto found = rows_.find(key_of(row));
  if (found == rows_.end()) return std::nullopt;
  const store::Row& before = found->second;
  Evaluation evaluation;
  evaluation.candidate = candidate;
  evaluation.status = *value_in(kStatusNames, before.status);
  evaluation.detail = fmt::format("not tried: {} on {}: {}", before.status, store::workload_of(before), before.detail);
  return evaluation;
}

}  // namespace modlab::tune
