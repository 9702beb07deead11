#include "kernels/modulus/data_set.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <limits>
#include <span>
#include <type_traits>

#include "kernels/modulus/divisor.h"
#include "kernels/modulus/edge_values.h"
#include "kernels/modulus/elements.h"
#include "kernels/modulus/fold.h"
#include "kernels/parallel.h"
#include "kernels/split_mix.h"

namespace modlab::modulus {
namespace {

/// Numbers are drawn by their scale, which is a float's exponent field or an integer's bit length: one more doubles the
/// number, and 0 is left to denormals and the integer zero.
struct ScaleRange {
  int low;
  int high;
};

/// The random choices that make up one number, each from its own bits.
struct Draw {
  std::uint64_t bits;

  [[nodiscard]] std::uint32_t fraction() const { return static_cast<std::uint32_t>(bits >> 32); }
  [[nodiscard]] bool negative() const { return (bits & 1) != 0; }
  [[nodiscard]] int scale(const ScaleRange& range) const {
    const auto count = static_cast<std::uint64_t>(range.high - range.low + 1);
    return range.low + static_cast<int>((((bits >> 1) & 0x7fffffff) * count) >> 31);
  }
};

template <typename T>
inline constexpr int kMantissaBits = std::is_same_v<T, float> ? 23 : 10;
template <typename T>
inline constexpr int kBias = std::is_same_v<T, float> ? 127 : 15;

template <typename T>
using BitsOf =
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>;

/// The number with these bits, truncated to its size.
template <typename T>
T from_bits(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits));
}

template <typename T>
constexpr ScaleRange all_scales() {
  if constexpr (kIsFloat<T>)
    return {0, 2 * kBias<T>};
  else
    return {0, std::numeric_limits<T>::digits};
}

/// Zero divisors are left to `edges` and `exhaustive`. Floats stay around 1, so that every quotient of `mixed` fits
/// fp32.
template <typename T>
constexpr ScaleRange divisor_scales(DataSet data_set) {
  if constexpr (kIsFloat<T>)
    return data_set == DataSet::wide ? all_scales<T>() : ScaleRange{kBias<T> - 8, kBias<T> + 8};
  else
    return {1, all_scales<T>().high};
}

/// A number x is in [2^k, 2^(k+1)) for some k that grows with the scale. So a dividend up to 10 above its divisor has a
/// quotient below 2^11, and one below its divisor is the smaller of the two.
template <typename T>
constexpr ScaleRange dividend_scales(DataSet data_set, int divisor_scale) {
  const ScaleRange all = all_scales<T>();
  if (data_set == DataSet::wide) return all;
  if (data_set == DataSet::small) return {std::max(divisor_scale - 8, all.low), divisor_scale - 1};
  return {std::max(divisor_scale - 2, all.low), std::min(divisor_scale + 10, all.high)};
}

/// A fraction of 0 gives a power of two.
template <typename T>
T number_of(int scale, std::uint32_t fraction, bool negative) {
  if constexpr (kIsFloat<T>) {
    const std::uint32_t sign = negative ? 1u << (8 * sizeof(T) - 1) : 0u;
    const std::uint32_t exponent = static_cast<std::uint32_t>(scale) << kMantissaBits<T>;
    return from_bits<T>(sign | exponent | (fraction >> (32 - kMantissaBits<T>)));
  } else {
    if (scale == 0) return 0;
    const std::uint32_t leading = 1u << (scale - 1);
    const std::uint32_t magnitude = leading | (fraction & (leading - 1));
    return from_bits<T>(negative && std::signed_integral<T> ? 0u - magnitude : magnitude);
  }
}

template <typename T>
int scale_of(T value) {
  if constexpr (kIsFloat<T>) {
    constexpr int kExponentMask = 2 * kBias<T> + 1;
    return static_cast<int>(std::bit_cast<BitsOf<T>>(value) >> kMantissaBits<T>) & kExponentMask;
  } else {
    const std::int64_t wide = value;
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(wide < 0 ? -wide : wide)));
  }
}

/// What one operand's elements are generated from, each by its index alone.
template <typename T>
struct Source {
  DataSet data_set;
  std::uint64_t first_pair;  ///< where the data sets that count through pairs begin
  std::uint64_t stream;      ///< of random bits, different for each seed and operand
  std::span<const T> edges = edge_values<T>();

  [[nodiscard]] Draw draw(std::uint64_t index) const { return {split_mix(stream + index)}; }
};

template <typename T>
T make_divisor(const Source<T>& source, std::uint64_t index) {
  const std::uint64_t pair = source.first_pair + index;
  if (source.data_set == DataSet::edges) return source.edges[pair % source.edges.size()];
  if (source.data_set == DataSet::exhaustive) return from_bits<T>(pair);
  const Draw draw = source.draw(index);
  const std::uint32_t fraction = source.data_set == DataSet::pow2 ? 0 : draw.fraction();
  return number_of<T>(draw.scale(divisor_scales<T>(source.data_set)), fraction, draw.negative());
}

template <typename T>
T make_dividend(const Source<T>& source, std::uint64_t index, T divisor) {
  const std::uint64_t pair = source.first_pair + index;
  if (source.data_set == DataSet::edges) return source.edges[pair / source.edges.size() % source.edges.size()];
  if (source.data_set == DataSet::exhaustive) return from_bits<T>(pair >> (8 * sizeof(T)));
  const Draw draw = source.draw(index);
  const ScaleRange scales = dividend_scales<T>(source.data_set, scale_of(divisor));
  return number_of<T>(draw.scale(scales), draw.fraction(), draw.negative());
}

/// A tensor's stored elements, each once: the dimensions of stride 0 left out.
TensorDesc without_broadcasts(TensorDesc desc) {
  const auto strides = strides_of(desc);
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] == 0) desc.sizes[i] = 1;
  return desc;
}

std::vector<std::byte> make_b(const TensorDesc& desc, DataSet data_set, std::uint64_t seed) {
  const TensorDesc stored = without_broadcasts(desc);
  const std::uint64_t count = element_count(stored.sizes);
  std::vector<std::byte> storage(storage_bytes(desc), kGapByte);
  with_element_type(desc.type, [&]<typename T>(std::type_identity<T>) {
    const Source<T> source{data_set, seed * count, split_mix(2 * seed)};
    parallel_for(count, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      for_each_element(stored, begin, end, [&](std::uint64_t index, std::uint64_t offset) {
        store_element(std::span(storage), offset, make_divisor(source, index));
      });
    });
  });
  return storage;
}

}  // namespace

HostOperands make_operands(const Workload& workload, std::uint64_t seed) {
  const ModulusDesc desc = describe(workload);
  const std::uint64_t count_a = element_count(desc.a.sizes);
  HostOperands operands{std::vector(storage_bytes(desc.a), kGapByte), make_b(desc.b, workload.data_set, seed)};

  with_element_type(workload.type, [&]<typename T>(std::type_identity<T>) {
    // Each element of A is drawn for its divisor. No layout broadcasts A.
    const Source<T> a{workload.data_set, seed * count_a, split_mix(2 * seed + 1)};
    parallel_for(count_a, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      for_each_element(desc, begin, end, [&](std::uint64_t index, const Offsets& at) {
        const T divisor = load_element<T>(operands.b, at.b);
        store_element(std::span(operands.a), at.a, make_dividend(a, index, divisor));
      });
    });
  });
  return operands;
}

Shape exhaustive_shape(DataType type) { return bytes_of(type) == 1 ? Shape{256, 256} : Shape{256, 65536}; }

std::optional<std::uint64_t> exhaustive_pieces(const Workload& workload) {
  const std::uint64_t bytes = bytes_of(workload.type);
  const bool one_divisor = workload.layout == Layout::broadcast_b;
  if (bytes > 2 || (bytes == 2 && one_divisor)) return std::nullopt;
  return bytes == 1 && !one_divisor ? 1 : 256;
}

ModulusDesc describe(const Workload& workload, std::uint64_t seed) {
  ModulusDesc desc = describe(workload);
  if (has_scalar_b(fold(desc))) desc = with_divisor(desc, make_b(desc.b, workload.data_set, seed));
  return desc;
}

}  // namespace modlab::modulus
