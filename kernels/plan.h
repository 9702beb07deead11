#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/axis.h"
#include "kernels/modulus/modulus.h"
#include "kernels/shader_sources.h"

namespace modlab {

/// One buffer view of a kernel. Read-only views take t registers and writable ones u registers, each counted from 0 in
/// the order of Plan::views.
struct View {
  std::size_t buffer;  ///< its number among those of a launch
  Access access;
  std::uint32_t stride_bytes;  ///< of one element of a structured or typed view; 4 for a raw one
  bool writable;

  bool operator==(const View&) const = default;
};

/// Whole 32-bit words of a tensor's storage. Those at the ends may belong to a slice only in part.
struct ByteRange {
  std::uint64_t first;
  std::uint64_t bytes;
};

/// One dispatch over a part of the tensors. A tensor past one view's limit takes several.
struct Slice {
  std::vector<ByteRange> ranges{};  ///< what the views hold, by the numbers of their buffers
  bool waits = false;               ///< for the slices before it, which may store to other bytes of the same words
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::vector<std::uint32_t> constants{};  ///< register b0
};

/// The limits of a plan, which Direct3D 12 guarantees; tests lower them to exercise the splitting.
struct PlanLimits {
  std::uint64_t view_words = std::uint64_t{1} << 27;  ///< 2^D3D12_REQ_BUFFER_RESOURCE_TEXEL_COUNT_2_TO_EXP
  std::uint32_t grid_groups = 65535;                  ///< D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION
};

/// What a device runs, and all that a compiler and a device need to know of it.
struct Plan {
  std::string name;    ///< in captures
  std::string shader;  ///< file name among the sources
  std::string entry = "main";
  std::vector<Define> defines{};
  std::shared_ptr<const ShaderSources> sources{};  ///< null: ours
  Build build{};
  bool strict = true;  ///< IEEE strictness. DXC's strict mad is rounded twice: kernels that need it fused do without
  Binding binding = Binding::root;
  std::vector<View> views{};
  std::vector<Slice> slices{};  ///< at least one; all with the same number of constants
};

/// The plan of an operator and a variant. Only what makes these knows both the C++ and the HLSL side.
struct KernelPlan : Plan {
  modulus::ModulusDesc desc;
  Variant variant;
};

/// True where the tensors are contiguous runs of elements, so that variants choose how to load them. Others are
/// computed by rows or tiles where they have them, staged, or gathered word by word.
bool can_vectorize(const modulus::ModulusDesc& desc);

/// True where every tensor can be seen through one view.
bool fits_one_view(const modulus::ModulusDesc& desc, const PlanLimits& limits = {});

/// True where tensors that cannot be vectorized can be tiled, in one dispatch: an operand is stored by columns, every
/// tensor consists of whole vectors of `load_bytes` and fits one view, and a square of elements is small.
bool can_tile(const modulus::ModulusDesc& desc, std::uint32_t load_bytes, const PlanLimits& limits = {});

/// True where such tensors, of any sizes, can be staged in group memory, in one dispatch: an operand is stored by
/// columns, Out is contiguous along its rows, every tensor fits one view, and the variant's tile fits group memory.
bool can_stage(const modulus::ModulusDesc& desc, const Variant& variant, const PlanLimits& limits = {});

/// True where tensors that cannot be vectorized have rows: along one dimension Out is contiguous, each operand is
/// contiguous or constant, and there is at least one vector of elements.
bool has_rows(const modulus::ModulusDesc& desc, std::uint32_t load_bytes);

/// The number of slices of the operator's plans, except by tiles and staged, which take one, and by rows, which may
/// take a few more.
std::uint64_t slice_count(const modulus::ModulusDesc& desc, const PlanLimits& limits = {});

/// An arbitrary limit: what a transposed tensor of 128 GiB takes. Of tensors that fit a device, only those with
/// interleaved strides in Out need more.
inline constexpr std::uint64_t kMaxSlices = 65'536;

/// The pair should be legal (see VariantSpace), except that the algorithm may also be the roofline's copy. Throws Error
/// where it takes more than kMaxSlices, or a divisor, tiles, stages or rows that the tensors do not have.
KernelPlan make_plan(const modulus::ModulusDesc& desc, const Variant& variant, const PlanLimits& limits = {});

/// D3D12_MAX_ROOT_COST: what a root signature holds, in 32-bit values.
inline constexpr std::size_t kMaxRootCost = 64;

/// What the plan's root signature takes of that: its constants, and two per root descriptor or one for the table.
std::size_t root_cost(const Plan& plan);

}  // namespace modlab
