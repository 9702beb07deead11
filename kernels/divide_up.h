#pragma once

#include <concepts>
#include <type_traits>

namespace modlab {

/// The quotient rounded up: how many parts of size `by` cover `value`.
template <std::unsigned_integral Count>
constexpr Count divide_up(Count value, std::type_identity_t<Count> by) {
  return value / by + (value % by != 0 ? 1 : 0);
}

}  // namespace modlab
