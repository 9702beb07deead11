#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "kernels/names.h"

namespace modlab::gui {

/// Ways to say how far a variant's results are off, the one that tells the most first.
enum class ErrorMeasure { inexact_share, error_per_divisor, ulp_p999, max_ulp };

inline constexpr std::array<Named<ErrorMeasure>, 4> kErrorMeasureNames{{
    {ErrorMeasure::inexact_share, "share of inexact results"},
    {ErrorMeasure::error_per_divisor, "largest error relative to the divisor"},
    {ErrorMeasure::ulp_p999, "error of 99.9 % of the results, ULP"},
    {ErrorMeasure::max_ulp, "largest error, ULP"},
}};
constexpr std::string_view name_of(ErrorMeasure measure) { return name_in(kErrorMeasureNames, measure); }

/// Nothing where the journal does not record it. Results that have no meaningful distance, such as NaN, are left out
/// where the journal counts them (special_mismatches); where it does not, the largest error is infinite if there is a
/// NaN.
std::optional<double> error_of(const store::Row& row, ErrorMeasure measure);

/// 1 in 1000 as "0.1 %", 3 ULP as "3 ULP".
std::string error_text(ErrorMeasure measure, double error);

/// A logarithmic axis of errors with a place for 0, left of all others, and one for infinity, right of them.
struct ErrorAxis {
  double exact_at = 0;
  double infinite_at = 0;
  double low = 0;  ///< the ends, some way beyond all places that are used
  double high = 0;
  std::vector<double> ticks;  ///< ascending; infinity has one only where it occurs
  std::vector<std::string> texts;

  [[nodiscard]] double position_of(double error) const;
};

/// An axis for these errors with no more ticks than that, or four.
ErrorAxis error_axis(std::span<const double> errors, ErrorMeasure measure, std::size_t most_ticks);

}  // namespace modlab::gui
