#include "harness/d3d12/slice_commands.h"

namespace modlab::MODLAB_D3D12 {
namespace {

void bind_root_views(ID3D12GraphicsCommandList* list, const Pipeline& pipeline, const Slice& slice,
                     const TensorLocations& locations, const TensorLocations* before) {
  UINT parameter = kFirstRootView - 1;
  for (const View& view : pipeline.views()) {
    ++parameter;
    const TensorLocation& location = locations[view.buffer];
    if (before != nullptr && location == (*before)[view.buffer]) continue;
    const D3D12_GPU_VIRTUAL_ADDRESS address =
        location.resource->GetGPUVirtualAddress() + location.offset_bytes + slice.ranges[view.buffer].first;
    if (view.writable)
      list->SetComputeRootUnorderedAccessView(parameter, address);
    else
      list->SetComputeRootShaderResourceView(parameter, address);
  }
}

}  // namespace

void bind_views(ID3D12GraphicsCommandList* list, const Pipeline& pipeline, const Slice& slice,
                const TensorLocations& locations, const DescriptorHeap& heap, UINT first,
                const TensorLocations* before) {
  if (before != nullptr && locations == *before) return;
  if (pipeline.binding() == Binding::table)
    list->SetComputeRootDescriptorTable(kRootTable, heap.gpu(first));
  else
    bind_root_views(list, pipeline, slice, locations, before);
}

bool mixes_use(std::span<const View> views, const TensorLocations& locations) {
  for (const View& x : views)
    for (const View& y : views)
      if (x.writable != y.writable && locations[x.buffer].resource == locations[y.buffer].resource) return true;
  return false;
}

UINT descriptor_count(const Pipeline& pipeline, std::span<const Slice> slices) {
  return pipeline.binding() == Binding::table ? static_cast<UINT>(slices.size() * pipeline.views().size()) : 0;
}

void write_tables(ID3D12Device* device, const Pipeline& pipeline, std::span<const Slice> slices,
                  const TensorLocations& locations, const DescriptorHeap& heap, UINT first) {
  if (pipeline.binding() != Binding::table) return;
  for (const Slice& slice : slices)
    for (const View& view : pipeline.views()) {
      const TensorLocation& location = locations[view.buffer];
      ByteRange range = slice.ranges[view.buffer];
      range.first += location.offset_bytes;
      write_descriptor(device, view, range, location.resource, heap.cpu(first++));
    }
}

void record_slices(ID3D12GraphicsCommandList* list, const Pipeline& pipeline, std::span<const Slice> slices,
                   const TensorLocations& locations, const DescriptorHeap& heap, UINT first) {
  list->SetComputeRootSignature(pipeline.root_signature());
  list->SetPipelineState(pipeline.state());
  const auto views = static_cast<UINT>(pipeline.views().size());
  for (const Slice& slice : slices) {
    if (slice.waits) finish_earlier_work(list);
    list->SetComputeRoot32BitConstants(kRootConstants, static_cast<UINT>(slice.constants.size()),
                                       slice.constants.data(), 0);
    bind_views(list, pipeline, slice, locations, heap, first);
    first += views;
    list->Dispatch(slice.grid[0], slice.grid[1], slice.grid[2]);
  }
}

void finish_earlier_work(ID3D12GraphicsCommandList* list) {
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_UAV;
  barrier.UAV.pResource = nullptr;  // all of them: launches may use different buffers
  list->ResourceBarrier(1, &barrier);
}

}  // namespace modlab::MODLAB_D3D12
