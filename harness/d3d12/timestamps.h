#pragma once

#include <cstdint>

#include "harness/d3d12/api.h"

namespace modlab::MODLAB_D3D12 {

/// Two timestamp queries and the memory they are read from.
class TimestampPair {
 public:
  /// Throws VariantFailure.
  explicit TimestampPair(ID3D12Device* device);

  /// Earlier work must be finished by a barrier, or the timestamp may be taken before it ends.
  void start(ID3D12GraphicsCommandList* list) const;
  void stop(ID3D12GraphicsCommandList* list) const;

  /// After the list has run. Throws VariantFailure(device_refused) when the clock ran backwards.
  [[nodiscard]] std::uint64_t ticks() const;

 private:
  ID3D12Device* device_;
  ComPtr<ID3D12QueryHeap> queries_;
  ComPtr<ID3D12Resource> results_;
};

}  // namespace modlab::MODLAB_D3D12
