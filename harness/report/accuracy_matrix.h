#pragma once

#include <string>
#include <vector>

#include "harness/store/row.h"

namespace modlab::report {

/// The result of a verification as a table: a line per type, operator and algorithm with its accuracy class, how many
/// variants passed and failed, mismatches, the largest error and its input, followed by each failure in full.
std::string accuracy_matrix(const std::vector<store::Row>& rows);

}  // namespace modlab::report
