#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "harness/d3d12/api.h"
#include "harness/d3d12/runtime.h"
#include "kernels/plan.h"

namespace modlab::MODLAB_D3D12 {

/// The root parameters of every root signature. Root descriptors follow each other in the order of the views.
inline constexpr UINT kRootConstants = 0;
inline constexpr UINT kFirstRootView = 1;
inline constexpr UINT kRootTable = 1;

/// A plan's shader with its root signature.
class Pipeline {
 public:
  /// Throws VariantFailure.
  Pipeline(ID3D12Device* device, const Runtime& runtime, const Plan& plan, std::span<const std::byte> bytecode);

  /// The plan's.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] ID3D12RootSignature* root_signature() const { return root_signature_.get(); }
  [[nodiscard]] ID3D12PipelineState* state() const { return state_.get(); }
  [[nodiscard]] Binding binding() const { return binding_; }
  [[nodiscard]] const std::vector<View>& views() const { return views_; }

  /// Frees nothing: an abandoned GPU may still be using it. See DeviceFate.
  void leak();

 private:
  std::string name_;
  Binding binding_;
  std::vector<View> views_;
  ComPtr<ID3D12RootSignature> root_signature_;
  ComPtr<ID3D12PipelineState> state_;
};

}  // namespace modlab::MODLAB_D3D12
