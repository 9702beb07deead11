#include "harness/measure/equality.h"

#include <gtest/gtest.h>

#include <random>

#include "kernels/modulus/problem.h"
#include "tests/support/shared_device.h"

namespace modlab::measure {
namespace {

bool holds(Equality& equality, const BufferAt& x, const BufferAt& y, std::uint64_t bytes) {
  const Copy reset = equality.reset();
  const Launch compare = equality.compare(x, y, bytes);
  static_cast<void>(
      device().time({.launches = {&compare, 1}, .copies_before = {&reset, 1}, .read_after = equality.counts()}));
  return equality.were_equal();
}

class EqualityOf : public testing::TestWithParam<std::uint64_t> {};

/// With views so short that the larger sizes need several dispatches, the largest in many groups each.
TEST_P(EqualityOf, SeesEveryByteThatDiffers) {
  const std::uint64_t bytes = GetParam();
  const PlanLimits limits{.view_words = bytes < 1'000'000 ? 4096u : 1u << 20};
  Equality equality(device(), compiler(), embedded_shaders(), Build{}, limits);
  std::mt19937 random(7);
  std::vector<std::byte> content(bytes);
  for (std::byte& byte : content) byte = static_cast<std::byte>(random());
  const auto x = device().make_buffer(bytes, "x");
  const auto y = device().make_buffer(bytes, "y");
  device().upload(*x, content);
  device().upload(*y, content);
  EXPECT_TRUE(holds(equality, x.get(), y.get(), bytes));
  for (const std::uint64_t position : {std::uint64_t{0}, std::uint64_t{3}, bytes / 2, bytes / 16 * 16 - 1}) {
    std::vector<std::byte> other = content;
    other[position] ^= std::byte{0x40};
    device().upload(*y, other);
    EXPECT_FALSE(holds(equality, x.get(), y.get(), bytes)) << position;
  }
  device().upload(*y, content);
  EXPECT_TRUE(holds(equality, x.get(), y.get(), bytes));
  const Copy reset = equality.reset();
  static_cast<void>(equality.compare(x.get(), y.get(), bytes));
  static_cast<void>(device().time({.launches = {}, .copies_before = {&reset, 1}, .read_after = equality.counts()}));
  EXPECT_FALSE(equality.were_equal()) << "nothing was counted";
}

INSTANTIATE_TEST_SUITE_P(Gate, EqualityOf, testing::Values(16, 31, 4096, 16384, 16388, 100'003, 5'000'000));

}  // namespace
}  // namespace modlab::measure
