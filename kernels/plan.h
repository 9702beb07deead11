#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/variant.h"
#include "kernels/workload.h"

namespace modlab {

/// One preprocessor definition of a shader.
struct Define {
  std::string name;
  std::string value;

  bool operator==(const Define&) const = default;
};

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

/// The root constants every kernel takes in register b0; shaders/indexing.hlsli declares the same four.
struct KernelConstants {
  std::uint32_t vectors;     ///< whole vectors in this slice
  std::uint32_t tail_words;  ///< 32-bit words after the last whole vector
  std::uint32_t groups;      ///< groups with work; the grid may hold a few more
  std::uint32_t grid_width;  ///< groups in the grid's first dimension

  bool operator==(const KernelConstants&) const = default;
};
inline constexpr std::uint32_t kRootConstantCount = sizeof(KernelConstants) / sizeof(std::uint32_t);

/// One dispatch over a part of the tensors. A tensor past one view's limit takes several.
struct Slice {
  std::uint64_t first_byte;
  std::uint64_t bytes;
  std::uint32_t grid_x;
  std::uint32_t grid_y;
  KernelConstants constants;
};

/// Limits a plan keeps within. Direct3D 12 guarantees these; tests lower them to see the splitting at work.
struct PlanLimits {
  std::uint64_t view_words = std::uint64_t{1} << 27;  ///< 2^D3D12_REQ_BUFFER_RESOURCE_TEXEL_COUNT_2_TO_EXP
  std::uint32_t grid_groups = 65535;                  ///< D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION
};

/// A workload and a variant turned into what a device runs. The only place that knows both the C++ and the HLSL side.
struct KernelPlan {
  Workload workload;
  Variant variant;
  std::string shader;  ///< file name among the shader sources
  std::string entry;
  std::vector<Define> defines;
  std::vector<View> views;
  std::vector<Slice> slices;
};

/// The pair must be legal (see VariantSpace), except that the algorithm may also be the roofline's copy.
KernelPlan make_plan(const Workload& workload, const Variant& variant, const PlanLimits& limits = {});

}  // namespace modlab
