#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "harness/d3d12/api.h"
#include "harness/d3d12/command_list.h"

namespace modlab::MODLAB_D3D12 {

/// A command queue that runs one list at a time.
class Queue {
 public:
  /// A compute queue, or a direct one where compute queues have no timestamps. Throws Error.
  /// A software adapter computes on the CPU that waits, so waiting must leave it free.
  Queue(ID3D12Device* device, std::chrono::milliseconds time_limit, bool is_software);

  [[nodiscard]] ID3D12CommandQueue* get() const { return queue_.get(); }
  [[nodiscard]] std::uint64_t timestamp_hz() const { return timestamp_hz_; }

  /// A list for what is recorded, run and finished at once, and others.
  [[nodiscard]] CommandList& list() { return *list_; }
  [[nodiscard]] CommandList make_list() const { return {device_, type_}; }

  /// Starts a list, which must have ended.
  void submit(const CommandList& list);
  /// Waits for all that was submitted. Throws VariantFailure with device_lost or timed_out, and Interrupted. After the
  /// last two the GPU may still be working, and all that it uses must stay in memory.
  void finish();
  /// Both.
  void run(const CommandList& list) {
    submit(list);
    finish();
  }

 private:
  bool create(D3D12_COMMAND_LIST_TYPE type);

  ID3D12Device* device_;
  std::chrono::milliseconds time_limit_;
  bool is_software_;
  D3D12_COMMAND_LIST_TYPE type_ = D3D12_COMMAND_LIST_TYPE_COMPUTE;
  std::uint64_t timestamp_hz_ = 0;
  std::uint64_t submitted_ = 0;
  ComPtr<ID3D12CommandQueue> queue_;
  std::optional<CommandList> list_;
  ComPtr<ID3D12Fence> fence_;
};

}  // namespace modlab::MODLAB_D3D12
