#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"

namespace modlab {

/// One tunable choice over all rows of a run. Its values are numbered once, because panels group 100,000 rows by them.
struct AxisColumn {
  std::string_view name;             ///< the journal's column
  std::vector<std::string> values;   ///< in their natural order: 64 comes before 128
  std::vector<std::uint32_t> codes;  ///< of each row, its place in values
};

/// The axes of kernels/axis.h, in their order.
using AxisTable = std::vector<AxisColumn>;
AxisTable make_axis_table(const std::vector<Row>& rows);

/// The place of an axis by its name; nothing where there is no such axis.
std::optional<std::size_t> find_axis(const AxisTable& axes, std::string_view name);

}  // namespace modlab
