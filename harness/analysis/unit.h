#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "harness/statistics/statistics.h"
#include "harness/store/row.h"
#include "kernels/names.h"

namespace modlab::analysis {

/// The unit of speed, the same in every figure.
enum class Unit { time, throughput, roofline };
inline constexpr std::array<Named<Unit>, 3> kUnitNames{
    {{Unit::time, "ns"}, {Unit::throughput, "GB/s"}, {Unit::roofline, "% of roofline"}}};
constexpr std::string_view name_of(Unit unit) { return name_in(kUnitNames, unit); }
/// In a circle.
constexpr Unit next(Unit unit) { return kUnitNames[(static_cast<std::size_t>(unit) + 1) % kUnitNames.size()].value; }

/// The label of an axis with such figures.
std::string_view axis_label(Unit unit);

/// The time of one launch of the row's kernel in a unit: as time, as GB/s, or as a share of the roofline. Nothing where
/// the row lacks what that takes.
std::optional<double> in_unit(const store::Row& row, Unit unit, double ns);

/// The row's median in a unit; nothing where it failed or was not timed.
std::optional<double> figure_of(const store::Row& row, Unit unit);

/// Its 95 % confidence interval.
std::optional<statistics::Interval> interval_of(const store::Row& row, Unit unit);

/// "12.34 µs", "4086 GB/s", "97.1 %".
std::string figure_text(Unit unit, double value);

/// "12.34 µs (12.3 µs to 12.4 µs)": the row's median, with its interval where it has one; empty without a figure.
std::string median_text(const store::Row& row, Unit unit);

constexpr bool less_is_faster(Unit unit) { return unit == Unit::time; }

}  // namespace modlab::analysis
