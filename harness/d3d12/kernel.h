#pragma once

#include <memory>
#include <span>
#include <vector>

#include "harness/d3d12/buffer.h"
#include "harness/d3d12/runtime.h"

namespace modlab {

/// Where the root signature of every kernel has its parts. Root descriptors follow one another in the order of the
/// views.
inline constexpr UINT kRootConstants = 0;
inline constexpr UINT kFirstRootView = 1;
inline constexpr UINT kRootTable = 1;

class D3d12Kernel final : public Kernel {
 public:
  /// Throws VariantFailure.
  D3d12Kernel(ID3D12Device* device, const Runtime& runtime, const KernelPlan& plan, std::span<const std::byte> bytecode,
              std::shared_ptr<const DeviceFate> fate);
  ~D3d12Kernel() override;

  [[nodiscard]] ID3D12RootSignature* root_signature() const { return root_signature_.get(); }
  [[nodiscard]] ID3D12PipelineState* pipeline() const { return pipeline_.get(); }
  [[nodiscard]] Binding binding() const { return binding_; }
  [[nodiscard]] const std::vector<View>& views() const { return views_; }

 private:
  Binding binding_;
  std::vector<View> views_;
  ComPtr<ID3D12RootSignature> root_signature_;
  ComPtr<ID3D12PipelineState> pipeline_;
  std::shared_ptr<const DeviceFate> fate_;
};

}  // namespace modlab
