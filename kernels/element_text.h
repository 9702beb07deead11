#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <type_traits>

#include "kernels/half.h"

namespace modlab {

/// The shortest text that identifies the number; five digits distinguish all halves.
template <typename T>
std::string text_of(T value) {
  if constexpr (std::is_same_v<T, Half>)
    return fmt::format("{:.5g}", to_float(value));
  else if constexpr (std::is_same_v<T, float>)
    return fmt::format("{}", value);
  else
    return fmt::format("{}", std::int64_t{value});
}

}  // namespace modlab
