#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace modlab::html {

/// Maps values to pixels.
struct LinearScale {
  double low = 0;   ///< the value at `from`
  double high = 1;  ///< the value at `to`
  double from = 0;
  double to = 1;

  /// In the middle where all values are the same.
  [[nodiscard]] double operator()(double value) const {
    return high == low ? (from + to) / 2 : from + (value - low) / (high - low) * (to - from);
  }
  /// The same values over other pixels.
  [[nodiscard]] LinearScale over(double first, double last) const { return {low, high, first, last}; }
};

/// A scale for values from `low` to `high`, from 0 where they are not all near each other, with room above the highest.
LinearScale scale_for(double low, double high);

/// Round numbers within the scale, about so many of them.
std::vector<double> ticks_of(const LinearScale& scale, std::size_t count);

/// As short as it can be read back: "4000", "0.25".
std::string tick_text(double tick);

}  // namespace modlab::html
