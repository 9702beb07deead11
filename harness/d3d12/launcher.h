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
    if (fate_->abandoned()) pipeline_.leave();
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

  /// Makes the tables of all launches and puts every buffer into the state that its first launch wants: what need not
  /// be timed, and must not stand between launches that run side by side.
  /// Throws VariantFailure when one launch reads and writes the same buffer through different kinds of view.
  void prepare(Recording& recording, std::span<const Launch> launches);

  /// The launches one after the other, each finished before the next unless that one may run beside it.
  void record(Recording& recording, std::span<const Launch> launches) const;

 private:
  ID3D12Device* device_;
  DescriptorHeap heap_;
  std::vector<UINT> first_descriptor_;  ///< for each launch; equal launches share their tables
};

}  // namespace modlab
