#pragma once

#include <cstdint>
#include <span>

#include "harness/d3d12/api.h"
#include "harness/d3d12/pipeline.h"
#include "harness/d3d12/view_descriptors.h"
#include "harness/device/per_buffer.h"
#include "kernels/plan.h"

namespace modlab::MODLAB_D3D12 {

/// Where a tensor is stored.
struct TensorLocation {
  ID3D12Resource* resource = nullptr;
  std::uint64_t offset_bytes = 0;

  bool operator==(const TensorLocation&) const = default;
};

using TensorLocations = PerBuffer<TensorLocation>;

/// True where one resource would be bound both as read-only and as writable: Direct3D 12 has no state for that.
bool mixes_use(std::span<const View> views, const TensorLocations& locations);

/// How many descriptors the tables of these slices need; none where views are root descriptors.
UINT descriptor_count(const Pipeline& pipeline, std::span<const Slice> slices);

/// Writes them into a heap with room for them, starting at `first`.
void write_tables(ID3D12Device* device, const Pipeline& pipeline, std::span<const Slice> slices,
                  const TensorLocations& locations, const DescriptorHeap& heap, UINT first);

/// Binds the views of one slice, whose table starts at `first`, as far as they are not where they were `before`.
void bind_views(ID3D12GraphicsCommandList* list, const Pipeline& pipeline, const Slice& slice,
                const TensorLocations& locations, const DescriptorHeap& heap, UINT first,
                const TensorLocations* before = nullptr);

/// Records a dispatch per slice. The heap must be set on the list where there are tables.
void record_slices(ID3D12GraphicsCommandList* list, const Pipeline& pipeline, std::span<const Slice> slices,
                   const TensorLocations& locations, const DescriptorHeap& heap, UINT first);

/// A barrier: all work recorded so far is finished and visible before any work recorded after it.
void finish_earlier_work(ID3D12GraphicsCommandList* list);

}  // namespace modlab::MODLAB_D3D12
