#include "harness/d3d12/pipeline_kernel.h"

#include <array>

#include "harness/d3d12/slice_commands.h"
#include "harness/device/status.h"

namespace modlab::MODLAB_D3D12 {
namespace {

const BufferAt& place_of(const Launch& launch, Operand operand) {
  const std::array places{&launch.operands.a, &launch.operands.b, &launch.operands.out};
  return *places[static_cast<std::size_t>(operand)];
}

/// The operands that the kernel has views of; a launch may lack the others.
TensorLocations locations_of(const Launch& launch, const Pipeline& pipeline) {
  TensorLocations locations;
  for (const View& view : pipeline.views()) {
    const BufferAt& place = place_of(launch, view.operand);
    locations[static_cast<std::size_t>(view.operand)] = {.resource = concrete(*place.buffer).resource(),
                                                         .offset_bytes = place.offset};
  }
  return locations;
}

D3D12_RESOURCE_STATES state_of(const View& view) {
  return view.writable ? D3D12_RESOURCE_STATE_UNORDERED_ACCESS : D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE;
}

}  // namespace

UINT PipelineKernel::descriptor_count(const Launch& launch) const {
  if (mixes_use(pipeline_.views(), locations_of(launch, pipeline_)))
    throw VariantFailure(
        Status::device_refused,
        "a launch binds one buffer for reading only and for writing; Direct3D 12 has no state for both");
  return MODLAB_D3D12::descriptor_count(pipeline_, launch.slices);
}

void PipelineKernel::write_descriptors(const Launch& launch, const DescriptorHeap& heap, UINT first) const {
  write_tables(device_, pipeline_, launch.slices, locations_of(launch, pipeline_), heap, first);
}

void PipelineKernel::use_buffers(Recording& recording, const Launch& launch) const {
  for (const View& view : pipeline_.views())
    recording.use(concrete(*place_of(launch, view.operand).buffer), state_of(view));
}

void PipelineKernel::record(Recording& recording, const Launch& launch, const DescriptorHeap& heap, UINT first,
                            const Launch* before) const {
  const TensorLocations locations = locations_of(launch, pipeline_);
  if (before == nullptr || launch.slices.size() > 1) {
    record_slices(recording.list(), pipeline_, launch.slices, locations, heap, first);
    return;
  }
  // The rest is bound already. A batch of thousands of short launches takes longer to record than to run.
  const Slice& slice = launch.slices.front();
  bind_views(recording.list(), pipeline_, slice, locations, heap, first, locations_of(*before, pipeline_));
  recording->Dispatch(slice.grid_x, slice.grid_y, 1);
}

}  // namespace modlab::MODLAB_D3D12
