#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/modulus/plan.h"
#include "tests/support/plan_elements.h"

namespace modlab {

/// What the shaders of strided tensors know of a slice: their defines, and the constants of indexing.hlsli.
class StridedConstants {
 public:
  StridedConstants(const Slice& slice, const modulus::KernelPlan& plan)
      : values_(slice.constants), rank_(number(plan, "RANK").value()), run_(number(plan, "RUN").value_or(1)) {}

  /// Words that are gathered, or whole vectors of rows.
  [[nodiscard]] std::uint32_t units() const { return values_[0]; }
  [[nodiscard]] std::uint32_t tail_words() const { return values_[1]; }
  [[nodiscard]] std::uint32_t period() const { return values_[2]; }
  [[nodiscard]] std::uint32_t groups() const { return values_[3]; }
  [[nodiscard]] std::uint32_t first(std::size_t tensor) const { return values_[5 + tensor]; }
  [[nodiscard]] const std::uint32_t* dimension(std::size_t i) const { return &values_.at(8 + 4 * i); }
  [[nodiscard]] float inverse(std::size_t i) const { return std::bit_cast<float>(values_.at(8 + 4 * rank_ + i)); }
  [[nodiscard]] std::uint32_t skip(std::size_t i) const { return values_.at(8 + 4 * rank_ + (rank_ + 3) / 4 * 4 + i); }
  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t run() const { return run_; }

 private:
  static std::optional<std::size_t> number(const modulus::KernelPlan& plan, std::string_view name) {
    const auto define = std::ranges::find(plan.defines, name, &Define::name);
    if (define == plan.defines.end()) return std::nullopt;
    return std::stoul(define->value);
  }

  const std::vector<std::uint32_t>& values_;
  std::size_t rank_;
  std::size_t run_;
};

/// The shaders' divide and locate, for a walk in units of this many elements. The offset in Out, like the others, is
/// counted from its view's first element.
inline std::uint32_t divide(std::uint32_t n, std::uint32_t d, float inverse) {
  const float scale = inverse * 0.99999904632568359375f;
  const auto quotient = static_cast<std::uint32_t>(static_cast<float>(n) * scale);
  std::uint32_t rest = n - quotient * d;
  const auto more = static_cast<std::uint32_t>(static_cast<float>(rest) * scale);
  rest -= more * d;
  return quotient + more + (rest >= d ? 1 : 0);
}

inline std::optional<modulus::Offsets> locate(const StridedConstants& constants, std::uint32_t position,
                                              std::uint32_t unit) {
  modulus::Offsets at{constants.first(modulus::kTensorA), constants.first(modulus::kTensorB), position};
  std::uint32_t rest = position - constants.first(modulus::kTensorOut);
  for (std::size_t i = 0; i < constants.rank(); ++i) {
    const std::uint32_t* const dimension = constants.dimension(i);
    const bool divided = i < constants.rank() - constants.run();
    const std::uint32_t index = divided ? divide(rest, dimension[3], constants.inverse(i)) : rest;
    EXPECT_TRUE(!divided || index == rest / dimension[3]);
    rest -= index * dimension[3];
    if (index >= dimension[0]) return std::nullopt;
    at.a += index * dimension[1];
    at.b += index * dimension[2];
    at.out += std::uint64_t{index * constants.skip(i)} * unit;
  }
  return rest == 0 ? std::optional(at) : std::nullopt;
}

/// From offsets in a slice's views, which must hold them, to those in the tensors.
inline Element in_storage(const modulus::Offsets& at, const Slice& slice, std::uint32_t per_word) {
  const auto in_tensor = [&](std::size_t tensor, std::uint64_t offset) {
    const ByteRange& range = slice.ranges[tensor];
    EXPECT_LT(offset / per_word * 4, range.bytes);
    return range.first / 4 * per_word + offset;
  };
  return {in_tensor(modulus::kTensorA, at.a), in_tensor(modulus::kTensorB, at.b),
          in_tensor(modulus::kTensorOut, at.out)};
}

}  // namespace modlab
