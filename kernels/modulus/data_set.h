#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/modulus/workload.h"

namespace modlab::modulus {

/// The storage of A and B as uploaded: storage_bytes of each, gaps included.
struct HostOperands {
  std::vector<std::byte> a;
  std::vector<std::byte> b;
};

/// The same, stored elsewhere.
struct OperandViews {
  OperandViews(std::span<const std::byte> of_a, std::span<const std::byte> of_b) : a(of_a), b(of_b) {}
  OperandViews(const HostOperands& operands) : a(operands.a), b(operands.b) {}  // NOLINT: views of these

  std::span<const std::byte> a;
  std::span<const std::byte> b;
};

/// The operands of a workload's data set: the same for the same seed on every machine, whatever the thread count.
///
/// `edges` and `exhaustive` count through all pairs of n values, the type's edge_values() or everything it can hold, b
/// fastest: element i of A is value (seed * elements of A + i) / n % n, element i of B is value (seed * elements of B +
/// i) % n. So where a tensor holds fewer than all pairs, the seed is the number of a piece; where one divisor serves
/// all elements, n consecutive seeds give it every value.
HostOperands make_operands(const Workload& workload, std::uint64_t seed);

/// The shape of `exhaustive`: all pairs of an 8-bit type, 1/256 of those of a 16-bit type. Small enough for any
/// device's memory, and little is lost when a run is stopped.
Shape exhaustive_shape(DataType type);

/// How many seeds, from 0, cover every pair on a workload of that shape; nothing if they are too many to try.
std::optional<std::uint64_t> exhaustive_pieces(const Workload& workload);

/// The operator of a workload on these operands: describe(workload), and its divisor where one serves all elements.
ModulusDesc describe(const Workload& workload, std::uint64_t seed);

}  // namespace modlab::modulus
