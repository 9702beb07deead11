#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"

namespace modlab::analysis {

/// One axis over all rows of a run. Its values are numbered once, because panels group 100,000 rows by them.
struct AxisColumn {
  std::string name;                  ///< as --where takes it
  std::vector<std::string> values;   ///< in natural order: 64 before 128; "none" of rows that have no such choice
  std::vector<std::uint32_t> codes;  ///< per row, an index into values
};

/// The choices of kernels/choices.h, in their order, then the axes of users' kernels.
using AxisTable = std::vector<AxisColumn>;
AxisTable make_axis_table(const std::vector<store::Row>& rows);

/// Whether it is one of several columns of a choice that is an axis itself: the accuracy of an algorithm, the compiler
/// of a build.
bool is_part_of_an_axis(std::string_view name);

/// The index of the axis of that name, if there is one.
std::optional<std::size_t> find_axis(const AxisTable& axes, std::string_view name);

}  // namespace modlab::analysis
