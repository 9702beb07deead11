#pragma once

#include <cstdint>

namespace modlab {

/// SplitMix64: a counter in, 64 well-mixed bits out, so any element can be made on any thread.
constexpr std::uint64_t split_mix(std::uint64_t counter) {
  std::uint64_t bits = (counter + 1) * 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

}  // namespace modlab
