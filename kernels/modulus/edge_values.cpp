#include "kernels/modulus/edge_values.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "kernels/half.h"

namespace modlab::modulus {
namespace {

/// Zero, denormals, the ends of the range, numbers around 1, quotients where algorithms change, integers around the
/// limit of precision, and mantissas close to all ones, whose halves round up when a divisor is split.
constexpr float kPositiveFloats[] = {
    0.0f,
    0x1p-149f,
    0x3p-149f,
    0x1.fffffcp-127f,
    0x1p-126f,
    0x1.fffffep-126f,
    0x1.8p-100f,
    0x1p-24f,
    0x1.fffffep-3f,
    0.1f,
    0.5f,
    0x1.fffffep-1f,
    1.0f,
    0x1.000002p0f,
    1.5f,
    2.0f,
    3.0f,
    7.0f,
    10.0f,
    2047.0f,
    2048.0f,
    2049.0f,
    8388607.5f,
    8388608.0f,
    16777214.0f,
    16777215.0f,
    16777216.0f,
    0x1.fffp23f,
    0x1.000ffep30f,
    0x1.fffffep100f,
    0x1p126f,
    0x1.fffffep127f,
    std::numeric_limits<float>::infinity(),
};

/// The same kinds of numbers, by their bits.
constexpr std::uint16_t kPositiveHalves[] = {
    0x0000, 0x0001, 0x0003, 0x03fe, 0x03ff,          // zero and denormals
    0x0400, 0x0401, 0x07ff, 0x0fff, 0x1001,          // the low end of the range
    0x2e66, 0x33ff, 0x3800, 0x3bff, 0x3c00,          // 0.1, 1/4 less a bit, 1/2, 1 less a bit, 1
    0x3c01, 0x3e00, 0x4000, 0x4200, 0x4700, 0x4900,  // 1 and a bit, 1.5, 2, 3, 7, 10
    0x63ff, 0x6400, 0x6401,                          // 1023.5, 1024, 1025
    0x67fe, 0x67ff, 0x6800, 0x6801,                  // 2046, 2047, 2048, 2050: where integers stop being exact
    0x77ff, 0x7800, 0x7bfe, 0x7bff, 0x7c00,          // 32752, 32768, 65472, 65504, infinity
};

/// Powers of two whose neighbours are worth testing: all small ones, the ends of bytes and words, and where fp16 and
/// fp32 stop holding integers exactly. With both signs, they leave room for little else.
constexpr int kExponents32[] = {1, 2, 3, 7, 8, 11, 15, 16, 24, 30, 31};
constexpr int kExponents16[] = {1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 15};

template <std::integral T>
std::vector<T> make_edge_values() {
  constexpr auto kMax = static_cast<std::int64_t>(std::numeric_limits<T>::max());
  std::set<std::int64_t> magnitudes{0, 10, kMax / 3, kMax - 1, kMax};
  for (const int exponent : sizeof(T) == 4 ? std::span<const int>(kExponents32) : kExponents16)
    for (const int neighbour : {-1, 0, 1}) magnitudes.insert((std::int64_t{1} << exponent) + neighbour);

  std::set<T> values{std::numeric_limits<T>::min()};
  for (const std::int64_t magnitude : magnitudes) {
    if (magnitude > kMax) break;
    values.insert(static_cast<T>(magnitude));
    if constexpr (std::signed_integral<T>) values.insert(static_cast<T>(-magnitude));
  }
  return {values.begin(), values.end()};
}

template <std::same_as<float> T>
std::vector<T> make_edge_values() {
  std::vector<float> values{std::numeric_limits<float>::quiet_NaN()};
  for (const float value : kPositiveFloats) values.insert(values.end(), {value, -value});
  return values;
}

template <std::same_as<Half> T>
std::vector<T> make_edge_values() {
  std::vector<Half> values{kHalfNaN};
  for (const std::uint16_t bits : kPositiveHalves)
    values.insert(values.end(), {Half{bits}, Half{static_cast<std::uint16_t>(bits | 0x8000)}});
  return values;
}

}  // namespace

template <typename T>
std::span<const T> edge_values() {
  static const std::vector<T> values = make_edge_values<T>();
  return values;
}

template std::span<const float> edge_values();
template std::span<const Half> edge_values();
template std::span<const std::int32_t> edge_values();
template std::span<const std::int16_t> edge_values();
template std::span<const std::int8_t> edge_values();
template std::span<const std::uint32_t> edge_values();
template std::span<const std::uint16_t> edge_values();
template std::span<const std::uint8_t> edge_values();

}  // namespace modlab::modulus
