#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "harness/d3d12/device_fate.h"
#include "harness/d3d12/pipeline.h"
#include "harness/d3d12/recording.h"
#include "harness/d3d12/view_descriptors.h"
#include "harness/device/device.h"

namespace modlab {

class D3d12Kernel final : public Kernel {
 public:
  /// Throws VariantFailure.
  D3d12Kernel(ID3D12Device* device, const Runtime& runtime, const KernelPlan& plan, std::span<const std::byte> bytecode,
              std::shared_ptr<const DeviceFate> fate)
      : pipeline_(device, runtime, plan, bytecode), fate_(std::move(fate)) {}
  ~D3d12Kernel() override {
    if (fate_->abandoned()) pipeline_.leak();
  }

  [[nodiscard]] const Pipeline& pipeline() const { return pipeline_; }

 private:
  Pipeline pipeline_;
  std::shared_ptr<const DeviceFate> fate_;
};

/// Writes launches into a recording: the binding of their views and a dispatch for each slice.
class Launcher {
 public:
  explicit Launcher(ID3D12Device* device) : device_(device), heap_(device) {}

  /// Writes the descriptor tables of all launches and transitions every buffer to the state that its first launch
  /// needs: work that need not be timed, and must not come between launches that overlap. Throws VariantFailure when
  /// one launch reads and writes the same buffer through different kinds of view.
  void prepare(Recording& recording, std::span<const Launch> launches);

  /// Records the launches in order, each finished before the next starts unless that one may overlap it.
  void record(Recording& recording, std::span<const Launch> launches) const;

 private:
  ID3D12Device* device_;
  DescriptorHeap heap_;
  std::vector<UINT> first_descriptor_;  ///< for each launch; equal launches share their tables
};

}  // namespace modlab
