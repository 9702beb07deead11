#pragma once

#include <memory>
#include <span>
#include <utility>

#include "harness/d3d12/device_fate.h"
#include "harness/d3d12/pipeline.h"
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

}  // namespace modlab
