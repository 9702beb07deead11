#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/accuracy.h"
#include "kernels/build.h"
#include "kernels/candidate.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/names.h"
#include "kernels/view.h"

namespace modlab::modulus {

/// The stride between one thread's vectors: the width of a group, or of the whole grid; for an operand read by columns,
/// the height of a group, in registers or staged in group memory; for rows that are runs, the width of a group, or as
/// far as B repeats.
enum class Loop { group, grid, tile, rows, staged };
inline constexpr std::array<Named<Loop>, 5> kLoopNames{{{Loop::group, "group"},
                                                        {Loop::grid, "grid"},
                                                        {Loop::tile, "tile"},
                                                        {Loop::rows, "rows"},
                                                        {Loop::staged, "staged"}}};
constexpr std::string_view name_of(Loop loop) { return name_in(kLoopNames, loop); }

/// The values of a kernel file's own axes, by their indices.
using OwnValues = std::array<std::uint8_t, 8>;

/// One value on every axis. Any legal variant can compute a workload; variants differ in speed, and in accuracy where
/// their algorithms do. kernels/modulus/axis.h describes the axes; the defaults here are the plainest variant.
struct Variant {
  Access access = Access::raw;
  std::uint32_t load_bytes = 4;
  std::uint32_t per_thread = 1;  ///< vectors of load_bytes
  std::uint32_t threads = 64;    ///< per group; two waves on the widest hardware
  Loop loop = Loop::group;
  Algorithm algorithm = Algorithm::longdiv;
  Binding binding = Binding::root;
  Build build{};
  bool precise = false;   ///< the compiler rounds every operation of the formula separately and fuses none
  bool streamed = false;  ///< a thread loads each vector after storing the previous one, rather than all first
  KernelPtr kernel{};     ///< the user's kernel that this is a variant of; null where it is built in
  OwnValues values{};     ///< of the kernel's own axes

  bool operator==(const Variant&) const = default;
  operator Candidate() const;  // NOLINT: it is one
};

/// A variant of a user's kernel file. Of the fields above it has access, load_bytes, threads, binding and build.
inline bool is_own(const Variant& variant) { return variant.kernel != nullptr; }

Accuracy accuracy_of(const Variant& variant);

/// The names of its values, "raw-b16-x2-t256-group-split-root-d3dcompile-5.1", or those of a kernel file's own axes,
/// its build and its hash; parse_variant reads it back and throws Error on anything else. A kernel file must be among
/// the users' kernels; without a hash, the last of its name is meant.
std::string name_of(const Variant& variant);
Variant parse_variant(std::string_view name, const Kernels& kernels = {});

}  // namespace modlab::modulus
