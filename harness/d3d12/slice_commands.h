#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "harness/d3d12/api.h"
#include "harness/d3d12/pipeline.h"
#include "harness/d3d12/view_descriptors.h"
#include "kernels/plan.h"

namespace modlab {

/// Where a tensor's storage lies.
struct TensorPlace {
  ID3D12Resource* resource = nullptr;
  std::uint64_t offset_bytes = 0;

  bool operator==(const TensorPlace&) const = default;
};

/// By Operand.
using TensorPlaces = std::array<TensorPlace, 3>;
inline const TensorPlace& place_of(const TensorPlaces& places, Operand operand) {
  return places[static_cast<std::size_t>(operand)];
}

/// True where one resource would be bound both for reading only and for writing: Direct3D 12 has no state for that.
bool mixes_use(std::span<const View> views, const TensorPlaces& places);

/// How many descriptors the tables of these slices take; none where views are root descriptors.
UINT descriptor_count(const Pipeline& pipeline, std::span<const Slice> slices);

/// Writes them into a heap with room for them, from `first` on.
void write_tables(ID3D12Device* device, const Pipeline& pipeline, std::span<const Slice> slices,
                  const TensorPlaces& places, const DescriptorHeap& heap, UINT first);

/// A dispatch for each slice. The list must have the heap set where there are tables.
void record_slices(ID3D12GraphicsCommandList* list, const Pipeline& pipeline, std::span<const Slice> slices,
                   const TensorPlaces& places, const DescriptorHeap& heap, UINT first);

/// Everything written into the list so far is finished, and visible, before anything written after.
void finish_earlier_work(ID3D12GraphicsCommandList* list);

}  // namespace modlab
