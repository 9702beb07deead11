#include "kernels/data_set.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "kernels/parallel.h"

namespace modlab {
namespace {

/// SplitMix64's output function: a counter in, 64 well-mixed bits out, so any element can be made on any thread.
std::uint64_t mix(std::uint64_t counter) {
  counter += 0x9e3779b97f4a7c15u;
  counter = (counter ^ (counter >> 30)) * 0xbf58476d1ce4e5b9u;
  counter = (counter ^ (counter >> 27)) * 0x94d049bb133111ebu;
  return counter ^ (counter >> 31);
}

/// The random bits of one element, handed out piece by piece.
class Bits {
 public:
  Bits(std::uint64_t seed, std::uint64_t index) : bits_{mix(seed ^ mix(2 * index)), mix(seed ^ mix(2 * index + 1))} {}

  /// Uniform in [0, count), for counts small against 2^32.
  int below(int count) {
    const std::uint64_t draw = take() & 0xffffffffu;
    return static_cast<int>(draw * static_cast<std::uint64_t>(count) >> 32);
  }
  std::uint32_t mantissa() { return static_cast<std::uint32_t>(take() & 0x7fffffu); }
  bool coin() { return (take() & 1u) != 0; }

 private:
  std::uint64_t take() {
    const std::uint64_t word = bits_[next_ & 1];
    bits_[next_++ & 1] = mix(word);
    return word >> 24;
  }
  std::array<std::uint64_t, 2> bits_;
  unsigned next_ = 0;
};

float compose(bool negative, int biased_exponent, std::uint32_t mantissa) {
  return std::bit_cast<float>((negative ? 0x80000000u : 0u) | (static_cast<std::uint32_t>(biased_exponent) << 23) |
                              mantissa);
}

struct PairF32 {
  float a;
  float b;
};

constexpr int kBias = 127;

/// A divisor of exponent -8 to 8, and a dividend whose exponent lies from..to above it.
PairF32 related_pair(Bits bits, int from, int to) {
  const int b_exponent = kBias - 8 + bits.below(17);
  const float b = compose(bits.coin(), b_exponent, bits.mantissa());
  return {compose(bits.coin(), b_exponent + from + bits.below(to - from + 1), bits.mantissa()), b};
}

PairF32 make_pair(DataSet data_set, std::uint64_t seed, std::uint64_t index) {
  Bits bits(seed, index);
  switch (data_set) {
    case DataSet::mixed: return related_pair(bits, -2, 10);  // quotients below 2^11
    case DataSet::small: return related_pair(bits, -8, -1);
    case DataSet::pow2: {
      const PairF32 pair = related_pair(bits, -2, 10);
      return {pair.a, std::bit_cast<float>(std::bit_cast<std::uint32_t>(pair.b) & 0xff800000u)};
    }
    case DataSet::wide: {
      const float a = compose(bits.coin(), bits.below(255), bits.mantissa());
      return {a, compose(bits.coin(), bits.below(255), bits.mantissa())};
    }
    case DataSet::edges: {
      const auto values = edge_values_f32();
      return {values[index / values.size() % values.size()], values[index % values.size()]};
    }
  }
  return {};
}

}  // namespace

std::span<const float> edge_values_f32() {
  using Limits = std::numeric_limits<float>;
  static const auto values = [] {
    // Zero, denormals, the ends of the range, numbers around 1, integers around the precision's end, and mantissas
    // close to all ones, whose halves round up when a divisor is split.
    constexpr std::array kPositive{0.0f,
                                   Limits::denorm_min(),
                                   3 * Limits::denorm_min(),
                                   0x1.fffffcp-127f,
                                   Limits::min(),
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
                                   Limits::max(),
                                   Limits::infinity()};
    std::vector<float> all(kPositive.begin(), kPositive.end());
    for (const float value : kPositive) all.push_back(-value);
    all.push_back(Limits::quiet_NaN());
    return all;
  }();
  return values;
}

HostOperands make_operands(const Workload& workload, std::uint64_t seed) {
  const std::uint64_t count = element_count(workload);
  HostOperands operands{std::vector<std::byte>(tensor_bytes(workload)), std::vector<std::byte>(tensor_bytes(workload))};
  parallel_for(count, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const PairF32 pair = make_pair(workload.data_set, seed, i);
      std::memcpy(operands.a.data() + i * sizeof(float), &pair.a, sizeof(float));
      std::memcpy(operands.b.data() + i * sizeof(float), &pair.b, sizeof(float));
    }
  });
  return operands;
}

}  // namespace modlab
