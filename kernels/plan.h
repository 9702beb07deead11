#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/build.h"
#include "kernels/shader_sources.h"
#include "kernels/view.h"

namespace modlab {

/// One preprocessor definition of a shader.
struct Define {
  std::string name;
  std::string value;

  bool operator==(const Define&) const = default;
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

/// D3D12_MAX_ROOT_COST: what a root signature holds, in 32-bit values.
inline constexpr std::size_t kMaxRootCost = 64;

/// What the plan's root signature takes of that: its constants, and two per root descriptor or one for the table.
std::size_t root_cost(const Plan& plan);

}  // namespace modlab
