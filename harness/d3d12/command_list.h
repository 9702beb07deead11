#pragma once

#include "harness/d3d12/api.h"

namespace modlab::MODLAB_D3D12 {

/// A command list and the memory that it is recorded into. Once recorded it can be run any number of times.
class CommandList {
 public:
  /// Throws Error.
  CommandList(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type);

  /// Drops what was recorded and opens the list. Throws VariantFailure.
  [[nodiscard]] ID3D12GraphicsCommandList* begin();
  /// Closes the list if it is open. Throws VariantFailure where something in it is invalid.
  void end();

  [[nodiscard]] ID3D12GraphicsCommandList* get() const { return list_.get(); }

 private:
  ID3D12Device* device_;
  ComPtr<ID3D12CommandAllocator> allocator_;
  ComPtr<ID3D12GraphicsCommandList> list_;
  bool is_open_ = true;  ///< lists are created open
};

}  // namespace modlab::MODLAB_D3D12
