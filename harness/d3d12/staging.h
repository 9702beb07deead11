#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/d3d12/buffer.h"
#include "harness/d3d12/queue.h"
#include "harness/d3d12/recording.h"

namespace modlab::MODLAB_D3D12 {

/// Moves bytes between host and device memory through mapped buffers of limited size: a tensor of many GiB must not
/// need as much again.
class Staging {
 public:
  Staging(ID3D12Device* device, std::uint64_t bytes) : device_(device), bytes_(bytes) {}

  void upload(Queue& queue, const D3d12Buffer& to, std::span<const std::byte> from);
  /// Reads a buffer from byte `first`.
  void read_back(Queue& queue, std::span<std::byte> to, const D3d12Buffer& from, std::uint64_t first = 0);

  /// Records the same into a list with other work, for at most `most` bytes. Returns how many; take() copies them out
  /// once the list has run.
  std::uint64_t record_fetch(Recording& recording, const D3d12Buffer& from, std::uint64_t first, std::uint64_t most);
  void take(std::span<std::byte> to) const;

 private:
  /// A mapped buffer, created when first needed and grown, up to the limit, for larger transfers.
  struct Mapped {
    ComPtr<ID3D12Resource> resource;
    std::byte* memory = nullptr;
    std::uint64_t bytes = 0;
  };

  void fit(Mapped& mapped, std::uint64_t transfer_bytes, D3D12_HEAP_TYPE heap, std::string_view name);

  ID3D12Device* device_;
  std::uint64_t bytes_;
  Mapped to_device_;
  Mapped from_device_;
};

}  // namespace modlab::MODLAB_D3D12
