#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "kernels/half.h"
#include "kernels/tensor.h"

namespace modlab {

/// Calls work(std::type_identity<T>{}), T being the C++ type of the elements.
template <typename Work>
auto with_element_type(DataType type, const Work& work) {
  switch (type) {
    case DataType::f32: return work(std::type_identity<float>{});
    case DataType::f16: return work(std::type_identity<Half>{});
    case DataType::i32: return work(std::type_identity<std::int32_t>{});
    case DataType::i16: return work(std::type_identity<std::int16_t>{});
    case DataType::i8: return work(std::type_identity<std::int8_t>{});
    case DataType::u32: return work(std::type_identity<std::uint32_t>{});
    case DataType::u16: return work(std::type_identity<std::uint16_t>{});
    case DataType::u8: break;
  }
  return work(std::type_identity<std::uint8_t>{});
}

template <typename T>
inline constexpr bool kIsFloat = std::is_same_v<T, float> || std::is_same_v<T, Half>;

inline bool is_nan(float value) { return std::isnan(value); }

/// Every element is a double.
inline double value_of(Half number) { return static_cast<double>(to_float(number)); }
template <typename T>
double value_of(T number) {
  return static_cast<double>(number);
}

/// Bit by bit, all NaNs counting as equal.
template <typename T>
bool identical(T x, T y) {
  if constexpr (kIsFloat<T>)
    if (is_nan(x) && is_nan(y)) return true;
  return std::memcmp(&x, &y, sizeof(T)) == 0;
}

/// The element at an offset counted in elements. Storage is bytes, so this copies instead of casting.
template <typename T>
T load_element(std::span<const std::byte> storage, std::uint64_t offset) {
  T value;
  std::memcpy(&value, storage.data() + offset * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void store_element(std::span<std::byte> storage, std::uint64_t offset, T value) {
  std::memcpy(storage.data() + offset * sizeof(T), &value, sizeof(T));
}

/// Calls each(index, offset) for the elements [begin, end) in row-major order. Packed tensors, by far the most common,
/// skip the walk, so their loop can be unrolled and vectorised.
template <typename Each>
void for_each_element(const TensorDesc& desc, std::uint64_t begin, std::uint64_t end, const Each& each) {
  if (is_packed(desc)) {
    for (std::uint64_t i = begin; i < end; ++i) each(i, i);
    return;
  }
  ElementWalk walk(desc, begin);
  for (std::uint64_t i = begin; i < end; ++i, walk.next()) each(i, walk.offset());
}

}  // namespace modlab
