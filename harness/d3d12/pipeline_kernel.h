#pragma once

#include <memory>
#include <span>
#include <utility>

#include "harness/d3d12/d3d12_kernel.h"
#include "harness/d3d12/device_fate.h"
#include "harness/d3d12/pipeline.h"

namespace modlab::MODLAB_D3D12 {

/// A kernel of ours.
class PipelineKernel final : public D3d12Kernel {
 public:
  /// Throws VariantFailure.
  PipelineKernel(ID3D12Device* device, const Runtime& runtime, const Plan& plan, std::span<const std::byte> bytecode,
                 std::shared_ptr<const DeviceFate> fate)
      : device_(device), pipeline_(device, runtime, plan, bytecode), fate_(std::move(fate)) {}
  ~PipelineKernel() override {
    if (fate_->abandoned()) pipeline_.leak();
  }

  [[nodiscard]] const std::string& name() const override { return pipeline_.name(); }
  [[nodiscard]] UINT descriptor_count(const Launch& launch) const override;
  void write_descriptors(const Launch& launch, const DescriptorHeap& heap, UINT first) const override;
  void use_buffers(Recording& recording, const Launch& launch) const override;
  void record(Recording& recording, const Launch& launch, const DescriptorHeap& heap, UINT first,
              const Launch* before) const override;

 private:
  ID3D12Device* device_;
  Pipeline pipeline_;
  std::shared_ptr<const DeviceFate> fate_;
};

}  // namespace modlab::MODLAB_D3D12
