#pragma once

// The part of this folder that other programs use: docs/embedding.md shows how.

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/d3d12/api.h"
#include "harness/d3d12/buffer.h"
#include "harness/d3d12/pipeline.h"
#include "harness/d3d12/runtime.h"
#include "harness/d3d12/slice_commands.h"
#include "harness/d3d12/view_descriptors.h"
#include "kernels/modulus/plan.h"

namespace modlab::d3d12 {

/// A tensor's offset in its buffer must be a multiple of this, as for DirectML.
inline constexpr std::uint64_t kTensorAlignmentBytes = 16;

/// The operator's tensors in a program's own buffers, each at its offset. Out's buffer holds neither A nor B; in place
/// (ModulusDesc::over_a, over_b), Out has the location of one, and the other lies in another buffer.
struct ModulusTensors {
  TensorLocation a;
  TensorLocation b;
  TensorLocation out;
};

class BoundModulus;

/// A modulus operator with one variant, ready to be recorded into a program's own command lists. It holds no state of
/// the lists, so several threads may use it at once. It must outlive what is bound to it and the GPU's work.
class ModulusKernel {
 public:
  /// The device is the program's own, created through `runtime`, which is needed only here. The plan's workload and
  /// variant must be legal together (see why_illegal), and `bytecode` is its compiled shader. Throws Error where
  /// DirectML has no such operator, and VariantFailure where the device refuses the kernel.
  ModulusKernel(ID3D12Device* device, const Runtime& runtime, modulus::KernelPlan plan,
                std::span<const std::byte> bytecode);
  ModulusKernel(const ModulusKernel&) = delete;
  ModulusKernel& operator=(const ModulusKernel&) = delete;

  /// Writes the descriptors into a heap of its own where the variant binds its views by a table. Throws Error, naming
  /// the tensor, where a buffer is unsuitable.
  [[nodiscard]] BoundModulus bind(const ModulusTensors& tensors) const;

 private:
  friend class BoundModulus;

  ID3D12Device* device_;
  modulus::KernelPlan plan_;
  Pipeline pipeline_;
};

/// A kernel bound to its buffers. It owns the descriptors: it and the buffers must outlive the GPU's work on every list
/// it was recorded into.
class BoundModulus {
 public:
  /// Records the dispatches, one per slice of the plan, into an open direct or compute list. Allocates nothing.
  ///
  /// When the list runs, A and B must be in a state that includes NON_PIXEL_SHADER_RESOURCE, and Out, even where it is
  /// A or B, in UNORDERED_ACCESS; they stay in these states. The caller needs a barrier before using the results.
  /// Changes the list's compute root signature and pipeline and, where the variant's binding is `table`, its descriptor
  /// heaps.
  void record(ID3D12GraphicsCommandList* list) const&;
  void record(ID3D12GraphicsCommandList* list) const&& = delete;  // the descriptors would be gone before the GPU runs

 private:
  friend class ModulusKernel;
  BoundModulus(const ModulusKernel& kernel, const TensorLocations& locations);

  const ModulusKernel* kernel_;
  TensorLocations locations_;
  DescriptorHeap heap_;
};

}  // namespace modlab::d3d12

namespace modlab {

using d3d12::BoundModulus;
using d3d12::default_runtime;
using d3d12::iid_of;
using d3d12::kTensorAlignmentBytes;
using d3d12::make_resource;
using d3d12::ModulusKernel;
using d3d12::ModulusTensors;
using d3d12::Runtime;

}  // namespace modlab
