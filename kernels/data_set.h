#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/workload.h"

namespace modlab {

/// What storage holds where no element lies: between the rows of a padded tensor, and behind the last element up to a
/// whole 32-bit word. No kernel may touch it.
inline constexpr std::byte kGapByte{0xa5};

/// The storage of A and of B, as it is uploaded: storage_bytes of each, gaps included.
struct HostOperands {
  std::vector<std::byte> a;
  std::vector<std::byte> b;
};

/// The operands of a workload's data set: the same for the same seed on every machine, whatever the thread count.
///
/// `edges` and `exhaustive` count through all pairs of n values, the type's edge_values() or everything it can hold, b
/// fastest: element i of A is value (seed * elements of A + i) / n % n, element i of B is value
/// (seed * elements of B + i) % n. So the seed is the number of a piece where a tensor holds less than all pairs, and
/// where one divisor serves all elements, n seeds in a row show it every value.
HostOperands make_operands(const Workload& workload, std::uint64_t seed);

}  // namespace modlab
