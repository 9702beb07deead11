#pragma once

#include <string_view>

#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/variant.h"

namespace modlab {

inline constexpr std::string_view kBest = "typed-b16-x2-t256-group-split-table-d3dcompile-5.1";
inline constexpr std::string_view kVictim = "raw-b8-x1-t64-group-split-root-d3dcompile-5.1";

/// A copy that the roofline starts with wherever raw access is legal, but not the pilot.
inline constexpr std::string_view kFaultyCopy = "raw-b16-x4-t256-group-copy-root-d3dcompile-5.1";

/// A small part of the space with kBest and kVictim.
inline constexpr std::string_view kSmallSpace[] = {"threads=64,256", "per_thread=1,2", "loop=group",
                                                   "algorithm=longdiv,split", "streamed=no"};

/// A landscape with one best variant: wider loads, two vectors per thread and 256 threads are better; a copy is faster
/// than any modulus.
inline double landscape(const modulus::Variant& v) {
  double ns = v.algorithm == modulus::Algorithm::copy ? 1e6 : v.algorithm == modulus::Algorithm::longdiv ? 10e6 : 2e6;
  ns *= 1 + 4.0 / v.load_bytes;
  ns *= v.per_thread == 2 ? 1 : 1.1;
  ns *= v.threads == 256 ? 1 : 1.2;
  ns *= v.access == Access::typed ? 1 : 1.15;
  return ns;
}

}  // namespace modlab
