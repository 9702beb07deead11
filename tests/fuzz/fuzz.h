#pragma once

#include <optional>
#include <string_view>

#include "kernels/error.h"

namespace modlab {

/// What a target does with one input. An exception that leaves it is a finding; so is a fault that a sanitizer sees,
/// and more memory at any one time than the size of the input explains (fuzz.cpp).
void fuzz(std::string_view input);

/// Ends the program where it does not hold; libFuzzer then keeps the input as a finding.
void require(bool holds, const char* what);

/// The value; nothing where an Error refuses the input, as parsers may.
template <typename Parse>
auto unless_refused(Parse parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace modlab
