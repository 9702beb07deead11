#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/modulus.h"
#include "kernels/names.h"

namespace modlab {

/// How the operands' elements lie in memory.
enum class Layout { packed };
inline constexpr std::array<Named<Layout>, 1> kLayoutNames{{{Layout::packed, "packed"}}};
constexpr std::string_view name_of(Layout layout) { return name_in(kLayoutNames, layout); }

/// Where the result goes.
enum class Placement { out };
inline constexpr std::array<Named<Placement>, 1> kPlacementNames{{{Placement::out, "out"}}};
constexpr std::string_view name_of(Placement placement) { return name_in(kPlacementNames, placement); }

/// What the operands hold. Divergent algorithms run at different speeds on different quotients, so this is part of
/// what is measured; docs/numerics.md describes each set.
enum class DataSet { mixed, wide, small, pow2, edges };
inline constexpr std::array<Named<DataSet>, 5> kDataSetNames{{{DataSet::mixed, "mixed"},
                                                              {DataSet::wide, "wide"},
                                                              {DataSet::small, "small"},
                                                              {DataSet::pow2, "pow2"},
                                                              {DataSet::edges, "edges"}}};
constexpr std::string_view name_of(DataSet data_set) { return name_in(kDataSetNames, data_set); }

/// What is computed, on what: everything about a measurement that is not a choice of the kernel's.
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

ModulusDesc describe(const Workload& workload);

std::uint64_t element_count(const Workload& workload);
std::uint64_t tensor_bytes(const Workload& workload);

/// The unique bytes one run of the operator must move: A and B read once, Out written once.
std::uint64_t bytes_moved(const Workload& workload);

}  // namespace modlab
