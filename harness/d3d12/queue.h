#pragma once

#include <chrono>
#include <cstdint>

#include "harness/d3d12/api.h"

namespace modlab::MODLAB_D3D12 {

/// A command queue that runs one list at a time.
class Queue {
 public:
  /// A compute queue, or a direct one where compute queues have no timestamps. Throws Error.
  Queue(ID3D12Device* device, std::chrono::milliseconds time_limit);

  [[nodiscard]] ID3D12CommandQueue* get() const { return queue_.get(); }
  [[nodiscard]] std::uint64_t timestamp_hz() const { return timestamp_hz_; }

  /// An empty list to record into. A list begun before and never run is dropped.
  [[nodiscard]] ID3D12GraphicsCommandList* begin();

  /// Runs the list and waits for it. Throws VariantFailure with device_lost or timed_out, and Interrupted. After the
  /// last two the GPU may still be working, and all that it uses must stay in memory.
  void run();

 private:
  bool create(D3D12_COMMAND_LIST_TYPE type);
  void wait(std::uint64_t value);

  ID3D12Device* device_;
  std::chrono::milliseconds time_limit_;
  std::uint64_t timestamp_hz_ = 0;
  std::uint64_t submitted_ = 0;
  bool recording_ = false;
  ComPtr<ID3D12CommandQueue> queue_;
  ComPtr<ID3D12CommandAllocator> allocator_;
  ComPtr<ID3D12GraphicsCommandList> list_;
  ComPtr<ID3D12Fence> fence_;
};

}  // namespace modlab::MODLAB_D3D12
