#include "harness/tune/quarantine.h"

#include "harness/device/status.h"

namespace modlab {
namespace {

std::string key_of(const Row& row) { return row.op + '/' + row.dtype + '/' + row.variant; }

}  // namespace

void Quarantine::learn(const Row& row) {
  for (const Status status : {Status::crashed, Status::timed_out, Status::device_lost})
    if (row.status == name_of(status)) rows_.emplace(key_of(row), row);
}

const Row* Quarantine::find(const Row& row) const {
  const auto found = rows_.find(key_of(row));
  return found == rows_.end() ? nullptr : &found->second;
}

}  // namespace modlab
