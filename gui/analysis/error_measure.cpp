#include "gui/analysis/error_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/error.h"
#include "kernels/tensor.h"

namespace modlab::gui {
namespace {

std::optional<double> inexact_share(const store::Row& row) {
  if (!row.mismatches) return std::nullopt;
  try {
    const std::uint64_t special = std::min(row.special_mismatches.value_or(0), *row.mismatches);
    return static_cast<double>(*row.mismatches - special) / static_cast<double>(element_count(parse_shape(row.shape)));
  } catch (const Error&) {  // a shape of another program's
    return std::nullopt;
  }
}

/// Short, because ticks stand side by side.
std::string tick_text(ErrorMeasure measure, double power) {
  const bool in_percent = measure == ErrorMeasure::inexact_share;
  const double exponent = power + (in_percent ? 2 : 0);
  const std::string number =
      std::abs(exponent) < 4 ? fmt::format("{:g}", std::pow(10, exponent)) : fmt::format("1e{:.0f}", exponent);
  return in_percent ? number + " %" : number;
}

}  // namespace

std::optional<double> error_of(const store::Row& row, ErrorMeasure measure) {
  switch (measure) {
    case ErrorMeasure::inexact_share: return inexact_share(row);
    case ErrorMeasure::error_per_divisor: return row.error_per_divisor;
    case ErrorMeasure::ulp_p999: return row.ulp_p999;
    case ErrorMeasure::max_ulp: return row.max_finite_ulp ? row.max_finite_ulp : row.max_ulp;
  }
  return std::nullopt;
}

std::string error_text(ErrorMeasure measure, double error) {
  switch (measure) {
    case ErrorMeasure::inexact_share: return fmt::format("{:.3g} % of the results are inexact", 100 * error);
    case ErrorMeasure::error_per_divisor: return fmt::format("off by at most {:.3g} of the divisor", error);
    case ErrorMeasure::ulp_p999: return fmt::format("99.9 % of the results are at most {:.4g} ULP off", error);
    case ErrorMeasure::max_ulp: break;
  }
  return std::isfinite(error) ? fmt::format("off by at most {:.4g} ULP", error) : "some results are wrongly NaN or not";
}

double ErrorAxis::position_of(double error) const {
  if (error <= 0) return exact_at;
  return std::isfinite(error) ? std::log10(error) : infinite_at;
}

ErrorAxis error_axis(std::span<const double> errors, ErrorMeasure measure, std::size_t most_ticks) {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const double error : errors)
    if (error > 0 && std::isfinite(error)) {
      smallest = std::min(smallest, error);
      largest = std::max(largest, error);
    }
  const double low = largest > 0 ? std::floor(std::log10(smallest)) : 0;
  const double high = largest > 0 ? std::max(low + 1, std::ceil(std::log10(largest))) : 0;
  // Of the ticks one is for 0 and one for infinity, and there is one more than steps between the others.
  const double steps = static_cast<double>(std::max<std::size_t>(most_ticks, 4) - 3);
  const double step = std::max(1.0, std::ceil((high - low) / steps));
  const double margin = 0.5 * step;
  ErrorAxis axis{.exact_at = low - step,
                 .infinite_at = high + step,
                 .low = low - step - margin,
                 .high = high + margin,
                 .ticks = {low - step},
                 .texts = {"0"}};
  for (double power = low; largest > 0 && power <= high; power += step) {
    axis.ticks.push_back(power);
    axis.texts.push_back(tick_text(measure, power));
  }
  if (std::ranges::any_of(errors, [](double error) { return std::isinf(error); })) {
    axis.ticks.push_back(axis.infinite_at);
    axis.texts.emplace_back("NaN");
    axis.high = axis.infinite_at + margin;
  }
  return axis;
}

}  // namespace modlab::gui
