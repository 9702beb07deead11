#pragma once

// What other programs use of this folder: docs/embedding.md shows how.

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/d3d12/api.h"
#include "harness/d3d12/pipeline.h"
#include "harness/d3d12/runtime.h"
#include "harness/d3d12/slice_commands.h"
#include "harness/d3d12/view_descriptors.h"
#include "kernels/plan.h"

namespace modlab {

/// What a tensor's offset in its buffer is a multiple of, as it is for DirectML.
inline constexpr std::uint64_t kTensorAlignmentBytes = 16;

/// The operator's tensors in a program's own buffers, each at its offset. Out's buffer holds neither A nor B; in place
/// (ModulusDesc::over_a, over_b) Out is at the very place of one, and the other in another buffer.
struct ModulusTensors {
  TensorPlace a;
  TensorPlace b;
  TensorPlace out;
};

class BoundModulus;

/// A modulus operator with one variant, ready to be recorded into a program's own command lists. It holds no state of
/// the lists' and may be used from several threads at once. It must outlive what is bound to it, and the GPU's work.
class ModulusKernel {
 public:
  /// The device is the program's own and an object of `runtime`, which is needed only here; `plan` is of a legal pair
  /// (see why_illegal) and `bytecode` its shader, compiled. Throws Error where DirectML has no such operator, and
  /// VariantFailure where the device refuses the kernel.
  ModulusKernel(ID3D12Device* device, const Runtime& runtime, KernelPlan plan, std::span<const std::byte> bytecode);
  ModulusKernel(const ModulusKernel&) = delete;
  ModulusKernel& operator=(const ModulusKernel&) = delete;

  /// Makes the descriptors, in a heap of their own, where the variant binds its views by a table. Throws Error where a
  /// buffer cannot serve, naming the tensor.
  [[nodiscard]] BoundModulus bind(const ModulusTensors& tensors) const;

 private:
  friend class BoundModulus;

  ID3D12Device* device_;
  KernelPlan plan_;
  Pipeline pipeline_;
};

/// A kernel with the buffers it works on. It owns the descriptors: it and the buffers must outlive the GPU's work on
/// every list that it was recorded into.
class BoundModulus {
 public:
  /// Writes the dispatches, one for each slice of the plan, into an open direct or compute list. Allocates nothing.
  ///
  /// When the list runs, A and B must be in a state with NON_PIXEL_SHADER_RESOURCE and Out, also where it is A or B, in
  /// UNORDERED_ACCESS; they are left in these. The caller ends the work with a barrier before the results are used.
  /// The list's compute root signature and pipeline are changed, and, where the variant's binding is `table`, its
  /// descriptor heaps.
  void record(ID3D12GraphicsCommandList* list) const&;
  void record(ID3D12GraphicsCommandList* list) const&& = delete;  // the descriptors would be gone before the GPU came

 private:
  friend class ModulusKernel;
  BoundModulus(const ModulusKernel& kernel, const TensorPlaces& places);

  const ModulusKernel* kernel_;
  TensorPlaces places_;
  DescriptorHeap heap_;
};

}  // namespace modlab
