#pragma once

#include <string>
#include <vector>

#include "harness/store/row.h"

namespace modlab {

/// The best exact variant of every workload as a table in Markdown; beside it the fastest of the same workload among
/// `peers`, whatever its accuracy, where there are any.
std::string markdown_table(const std::vector<Row>& rows, const std::vector<Row>& peers);

}  // namespace modlab
