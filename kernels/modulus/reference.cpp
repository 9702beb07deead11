#include "kernels/modulus/reference.h"

#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "kernels/modulus/elements.h"
#include "kernels/parallel.h"

namespace modlab::modulus {

float modulus_reference(Rounding rounding, float a, float b) {
  float r = std::fmod(a, b);
  if (rounding == Rounding::truncate) return r;
  if (r == 0.0f) return std::copysign(0.0f, b);
  if (std::signbit(r) != std::signbit(b)) r += b;
  return r;
}

/// In integer units, so that the only rounding is the last.
Half modulus_reference(Rounding rounding, Half a, Half b) {
  if (is_nan(a) || is_nan(b) || is_infinite(a) || units_of(b) == 0) return kHalfNaN;
  const bool signs_differ = is_negative(a) != is_negative(b);
  if (is_infinite(b)) {
    if (rounding == Rounding::truncate) return a;
    return units_of(a) != 0 && signs_differ ? b : half_of_units(is_negative(b), units_of(a));
  }
  const std::uint64_t r = units_of(a) % units_of(b);
  if (rounding == Rounding::truncate) return half_of_units(is_negative(a), r);
  return half_of_units(is_negative(b), r != 0 && signs_differ ? units_of(b) - r : r);
}

namespace {

/// Out's storage with result(a, b) for every element.
template <typename Result>
std::vector<std::byte> compute(const ModulusDesc& desc, const HostOperands& operands, const Result& result) {
  std::vector<std::byte> out(storage_bytes(desc.out), kGapByte);
  with_element_type(desc.out.type, [&]<typename T>(std::type_identity<T>) {
    parallel_for(element_count(desc.out.sizes), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      for_each_element(desc, begin, end, [&](std::uint64_t, const Offsets& at) {
        const T a = load_element<T>(operands.a, at.a);
        const T b = load_element<T>(operands.b, at.b);
        store_element(std::span(out), at.out, result(a, b));
      });
    });
  });
  return out;
}

template <typename T>
T exclusive_or(T a, T b) {
  std::array<std::byte, sizeof(T)> x;
  std::array<std::byte, sizeof(T)> y;
  std::memcpy(x.data(), &a, sizeof(T));
  std::memcpy(y.data(), &b, sizeof(T));
  for (std::size_t i = 0; i < sizeof(T); ++i) x[i] ^= y[i];
  T r;
  std::memcpy(&r, x.data(), sizeof(T));
  return r;
}

}  // namespace

std::vector<std::byte> compute_reference(const ModulusDesc& desc, const HostOperands& operands) {
  return compute(desc, operands, [&](auto a, auto b) { return modulus_reference(desc.rounding, a, b); });
}

std::vector<std::byte> compute_copy_reference(const ModulusDesc& desc, const HostOperands& operands) {
  return compute(desc, operands, [](auto a, auto b) { return exclusive_or(a, b); });
}

}  // namespace modlab::modulus
