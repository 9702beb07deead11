#pragma once

#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// What `summarize` says, for other programs; docs/csv.md describes the form.
std::string summary_json(const std::vector<store::Row>& rows, const store::RunContext& context);

}  // namespace modlab::report
