#pragma once

#include <string>
#include <vector>

#include "harness/store/row.h"

namespace modlab {

/// What a verification found, as a table: a line for each type, operator and algorithm with its accuracy class, how
/// many variants and results were held to it, mismatches, the largest error and the input that had it, and each failure
/// in full below.
std::string accuracy_matrix(const std::vector<Row>& rows);

}  // namespace modlab
