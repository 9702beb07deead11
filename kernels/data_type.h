#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/names.h"

namespace modlab {

/// The element types DirectML's modulus operators take.
enum class DataType { f32, f16, i32, i16, i8, u32, u16, u8 };

inline constexpr std::array<Named<DataType>, 8> kDataTypeNames{{{DataType::f32, "f32"},
                                                                {DataType::f16, "f16"},
                                                                {DataType::i32, "i32"},
                                                                {DataType::i16, "i16"},
                                                                {DataType::i8, "i8"},
                                                                {DataType::u32, "u32"},
                                                                {DataType::u16, "u16"},
                                                                {DataType::u8, "u8"}}};

constexpr std::string_view name_of(DataType type) { return name_in(kDataTypeNames, type); }

constexpr std::uint32_t bytes_of(DataType type) {
  switch (type) {
    case DataType::f32:
    case DataType::i32:
    case DataType::u32: return 4;
    case DataType::f16:
    case DataType::i16:
    case DataType::u16: return 2;
    case DataType::i8:
    case DataType::u8: return 1;
  }
  return 0;
}

}  // namespace modlab
