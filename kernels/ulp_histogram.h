#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace modlab {

/// Errors in ULP, counted by power of two: enough for a percentile, and small enough for every thread to have its own
/// while it compares results. Exact results are not in it.
class UlpHistogram {
 public:
  /// An error of at least one ULP.
  void add(std::uint64_t ulp) { ++counts_[static_cast<std::size_t>(std::bit_width(ulp))]; }

  void add(const UlpHistogram& more) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += more.counts_[i];
  }

  /// What all errors but `beyond` of them do not exceed, rounded up to one less than a power of two; 0 where there are
  /// no more than that.
  [[nodiscard]] double exceeded_by(std::uint64_t beyond) const {
    std::uint64_t larger = 0;
    for (std::size_t bits = counts_.size() - 1; bits > 0; --bits) {
      larger += counts_[bits];
      if (larger > beyond) return static_cast<double>((std::uint64_t{1} << bits) - 1);
    }
    return 0;
  }

 private:
  /// By the number of bits. All types have 32 bits or fewer, so their numbers are less than 2^33 apart.
  std::array<std::uint64_t, 34> counts_{};
};

}  // namespace modlab
