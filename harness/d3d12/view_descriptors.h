#pragma once

#include <span>

#include "harness/d3d12/api.h"
#include "kernels/plan.h"

namespace modlab::MODLAB_D3D12 {

/// Writes the descriptor of one view of a range. A range without a whole element gets a null descriptor: loads through
/// it return 0 and stores are dropped.
void write_descriptor(ID3D12Device* device, const View& view, const ByteRange& range, ID3D12Resource* resource,
                      D3D12_CPU_DESCRIPTOR_HANDLE to);

/// A shader-visible heap that grows on demand. Growing drops its content, so the GPU must not be using it.
class DescriptorHeap {
 public:
  explicit DescriptorHeap(ID3D12Device* device) : device_(device) {}

  /// Throws VariantFailure.
  void reserve(UINT descriptors);

  [[nodiscard]] ID3D12DescriptorHeap* get() const { return heap_.get(); }
  [[nodiscard]] D3D12_CPU_DESCRIPTOR_HANDLE cpu(UINT index) const;
  [[nodiscard]] D3D12_GPU_DESCRIPTOR_HANDLE gpu(UINT index) const;

 private:
  ID3D12Device* device_;
  ComPtr<ID3D12DescriptorHeap> heap_;
  UINT capacity_ = 0;
  UINT step_bytes_ = 0;
};

}  // namespace modlab::MODLAB_D3D12
