#include "harness/d3d12/pipeline_kernel.h"

#include "harness/d3d12/slice_commands.h"
#include "harness/device/status.h"

namespace modlab::MODLAB_D3D12 {
namespace {

TensorLocations locations_of(const Launch& launch) {
  TensorLocations locations;
  for (const BufferAt& place : launch.buffers)
    locations.push_back({.resource = concrete(*place.buffer).resource(), .offset_bytes = place.offset});
  return locations;
}

D3D12_RESOURCE_STATES state_of(const View& view) {
  return view.writable ? D3D12_RESOURCE_STATE_UNORDERED_ACCESS : D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE;
}

}  // namespace

UINT PipelineKernel::descriptor_count(const Launch& launch) const {
  if (mixes_use(pipeline_.views(), locations_of(launch)))
    throw VariantFailure(
        Status::device_refused,
        "a launch binds one buffer for reading only and for writing; Direct3D 12 has no state for both");
  return MODLAB_D3D12::descriptor_count(pipeline_, launch.slices);
}

void PipelineKernel::write_descriptors(const Launch& launch, const DescriptorHeap& heap, UINT first) const {
  write_tables(device_, pipeline_, launch.slices, locations_of(launch), heap, first);
}

void PipelineKernel::use_buffers(Recording& recording, const Launch& launch) const {
  for (const View& view : pipeline_.views())
    recording.use(concrete(*launch.buffers[view.buffer].buffer), state_of(view));
}

void PipelineKernel::record(Recording& recording, const Launch& launch, const DescriptorHeap& heap, UINT first,
                            const Launch* before) const {
  const TensorLocations locations = locations_of(launch);
  if (before == nullptr || launch.slices.size() > 1) {
    record_slices(recording.list(), pipeline_, launch.slices, locations, heap, first);
    return;
  }
  // The rest is bound already. A batch of thousands of short launches takes longer to record than to run.
  const Slice& slice = launch.slices.front();
  const TensorLocations locations_before = locations_of(*before);
  bind_views(recording.list(), pipeline_, slice, locations, heap, first, &locations_before);
  recording->Dispatch(slice.grid[0], slice.grid[1], slice.grid[2]);
}

}  // namespace modlab::MODLAB_D3D12
