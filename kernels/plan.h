#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/axis.h"
#include "kernels/modulus.h"

namespace modlab {

enum class Operand { a, b, out };

/// One buffer view of a kernel. Read-only views take t registers and writable ones u registers, each counted from 0 in
/// the order of KernelPlan::views.
struct View {
  Operand operand;
  Access access;
  std::uint32_t stride_bytes;  ///< of one element of a structured or typed view; 4 for a raw one
  bool writable;

  bool operator==(const View&) const = default;
};

/// Whole 32-bit words of a tensor's storage. Those at the ends may belong to a slice in part.
struct ByteRange {
  std::uint64_t first;
  std::uint64_t bytes;
};

/// One dispatch over a part of the tensors. A tensor past one view's limit takes several.
struct Slice {
  std::array<ByteRange, 3> ranges;  ///< what the views hold, by Operand
  bool waits;                       ///< for those before it: it may store to other bytes of their words
  std::uint32_t grid_x;
  std::uint32_t grid_y;
  std::vector<std::uint32_t> constants;  ///< register b0, as shaders/indexing.hlsli declares them

  [[nodiscard]] const ByteRange& range_of(Operand operand) const { return ranges[static_cast<std::size_t>(operand)]; }
};

/// Limits a plan keeps within. Direct3D 12 guarantees these; tests lower them to see the splitting at work.
struct PlanLimits {
  std::uint64_t view_words = std::uint64_t{1} << 27;  ///< 2^D3D12_REQ_BUFFER_RESOURCE_TEXEL_COUNT_2_TO_EXP
  std::uint32_t grid_groups = 65535;                  ///< D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION
};

/// An operator and a variant turned into what a device runs. The only place that knows both the C++ and the HLSL side.
struct KernelPlan {
  ModulusDesc desc;
  Variant variant;
  std::string shader;  ///< file name among the shader sources
  std::string entry;
  std::vector<Define> defines;
  std::vector<View> views;
  std::vector<Slice> slices;  ///< at least one; all with the same number of constants
};

/// True where an operator's tensors are read and written as runs of elements, so that variants choose how to load them.
/// The others are gathered word by word.
bool takes_vectors(const ModulusDesc& desc);

/// True where tensors that do not can be taken in tiles, one dispatch for all: an operand is stored by columns, every
/// tensor consists of whole vectors of so many bytes, and a square of elements of few.
bool takes_tiles(const ModulusDesc& desc, std::uint32_t load_bytes, const PlanLimits& limits = {});

/// How many slices the operator's plans have, but for those of tiles.
std::uint64_t slice_count(const ModulusDesc& desc, const PlanLimits& limits = {});

/// The pair must be legal (see VariantSpace), except that the algorithm may also be the roofline's copy.
KernelPlan make_plan(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits = {});

}  // namespace modlab
