#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/modulus/modulus.h"
#include "kernels/names.h"

namespace modlab::modulus {

using modlab::element_count;
using modlab::name_of;

/// How the tensors are stored. Those not mentioned are packed.
enum class Layout {
  packed,
  broadcast_b,  ///< B is one element for all: stride 0 everywhere
  row_b,        ///< B is one row for all: it varies along the last dimension only
  channel_b,    ///< B is one element per channel: it varies along dimension 1 only
  transposed,   ///< A is stored with its last two dimensions swapped
  nhwc_b,       ///< B is stored with dimension 1, the channels, innermost
  padded,       ///< unused elements follow every row of all three tensors
};
inline constexpr std::array<Named<Layout>, 7> kLayoutNames{{{Layout::packed, "packed"},
                                                            {Layout::broadcast_b, "broadcast-b"},
                                                            {Layout::row_b, "row-b"},
                                                            {Layout::channel_b, "channel-b"},
                                                            {Layout::transposed, "transposed"},
                                                            {Layout::nhwc_b, "nhwc-b"},
                                                            {Layout::padded, "padded"}}};
constexpr std::string_view name_of(Layout layout) { return name_in(kLayoutNames, layout); }

/// Where the result goes: to its own buffer, or over an operand, whose strides Out then has.
enum class Placement { out, in_a, in_b };
inline constexpr std::array<Named<Placement>, 3> kPlacementNames{
    {{Placement::out, "out"}, {Placement::in_a, "in-a"}, {Placement::in_b, "in-b"}}};
constexpr std::string_view name_of(Placement placement) { return name_in(kPlacementNames, placement); }

/// What the operands hold. Divergent algorithms run at different speeds on different quotients, so this is part of
/// what is measured; docs/numerics.md describes each set.
enum class DataSet { mixed, wide, small, pow2, edges, exhaustive };
inline constexpr std::array<Named<DataSet>, 6> kDataSetNames{{{DataSet::mixed, "mixed"},
                                                              {DataSet::wide, "wide"},
                                                              {DataSet::small, "small"},
                                                              {DataSet::pow2, "pow2"},
                                                              {DataSet::edges, "edges"},
                                                              {DataSet::exhaustive, "exhaustive"}}};
constexpr std::string_view name_of(DataSet data_set) { return name_in(kDataSetNames, data_set); }

/// What is computed, on what: everything about a measurement except the variant.
struct Workload {
  Rounding rounding = Rounding::floor;
  DataType type = DataType::f32;
  Shape shape{1048576};
  Layout layout = Layout::packed;
  Placement placement = Placement::out;
  DataSet data_set = DataSet::mixed;

  bool operator==(const Workload&) const = default;
};

/// "floor/f32/4x256x1024/packed/out/mixed"; parse_workload reads it back and throws Error on anything else.
std::string name_of(const Workload& workload);
Workload parse_workload(std::string_view name);

/// Why DirectML has no such operator; nothing when it has.
std::optional<std::string> why_illegal(const Workload& workload);

/// A name from outside this program: throws Error also where DirectML has no such operator.
Workload parse_legal_workload(std::string_view name);

/// The operator a legal workload asks for. Undefined for others.
ModulusDesc describe(const Workload& workload);

std::uint64_t element_count(const Workload& workload);

/// The bytes of one tensor's elements, whatever the layout.
std::uint64_t tensor_bytes(const Workload& workload);

/// The bytes that one launch must move: A and B read once, Out written once. A broadcast B counts as stored; padding
/// does not count. Computing in place saves memory, not traffic.
std::uint64_t bytes_moved(const Workload& workload);

}  // namespace modlab::modulus
