#include "harness/d3d12/launcher.h"

#include <array>
#include <map>
#include <ranges>

#include "harness/device/status.h"

namespace modlab {
namespace {

const D3d12Kernel& kernel_of(const Launch& launch) { return static_cast<const D3d12Kernel&>(*launch.kernel); }

const D3d12Buffer& buffer_of(const Launch& launch, Operand operand) {
  const std::array<Buffer*, 3> buffers{launch.operands.a, launch.operands.b, launch.operands.out};
  return static_cast<const D3d12Buffer&>(*buffers[static_cast<std::size_t>(operand)]);
}

D3D12_RESOURCE_STATES state_of(const View& view) {
  return view.writable ? D3D12_RESOURCE_STATE_UNORDERED_ACCESS : D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE;
}

void use_buffers(Recording& recording, const Launch& launch) {
  for (const View& view : kernel_of(launch).views()) recording.use(buffer_of(launch, view.operand), state_of(view));
}

void refuse_mixed_use(const Launch& launch) {
  const auto& views = kernel_of(launch).views();
  for (const View& x : views)
    for (const View& y : views)
      if (x.writable != y.writable && &buffer_of(launch, x.operand) == &buffer_of(launch, y.operand))
        throw VariantFailure(
            Status::device_refused,
            "a launch binds one buffer for reading only and for writing; Direct3D 12 has no state for both");
}

UINT descriptors_of(const Launch& launch) {
  const D3d12Kernel& kernel = kernel_of(launch);
  return kernel.binding() == Binding::table ? static_cast<UINT>(launch.slices.size() * kernel.views().size()) : 0;
}

}  // namespace

void Launcher::prepare(Recording& recording, std::span<const Launch> launches) {
  // A batch repeats few different launches many times, so tables are made once for each different one.
  using Key = std::array<const void*, 5>;
  std::map<Key, UINT> tables;
  std::vector<const Launch*> different;
  UINT descriptors = 0;
  first_descriptor_.clear();
  for (const Launch& launch : launches) {
    const Key key{launch.kernel, launch.operands.a, launch.operands.b, launch.operands.out, launch.slices.data()};
    const auto [entry, is_new] = tables.emplace(key, descriptors);
    first_descriptor_.push_back(entry->second);
    if (!is_new) continue;
    refuse_mixed_use(launch);
    different.push_back(&launch);
    descriptors += descriptors_of(launch);
  }
  heap_.reserve(descriptors);

  UINT next = 0;
  for (const Launch* launch : different) {
    const D3d12Kernel& kernel = kernel_of(*launch);
    if (kernel.binding() != Binding::table) continue;
    for (const Slice& slice : launch->slices)
      for (const View& view : kernel.views())
        write_descriptor(device_, view, slice.range_of(view.operand), buffer_of(*launch, view.operand).resource(),
                         heap_.cpu(next++));
  }
  // Backwards, so that a buffer that several launches use is left as the first of them wants it.
  for (const Launch* launch : different | std::views::reverse) use_buffers(recording, *launch);
}

void Launcher::record(Recording& recording, std::span<const Launch> launches) const {
  if (heap_.get() != nullptr) {
    ID3D12DescriptorHeap* const heaps[] = {heap_.get()};
    recording->SetDescriptorHeaps(1, heaps);
  }
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const Launch& launch = launches[i];
    const D3d12Kernel& kernel = kernel_of(launch);
    use_buffers(recording, launch);
    recording->SetComputeRootSignature(kernel.root_signature());
    recording->SetPipelineState(kernel.pipeline());
    const auto views = static_cast<UINT>(kernel.views().size());
    for (std::size_t s = 0; s < launch.slices.size(); ++s) {
      const Slice& slice = launch.slices[s];
      if (slice.waits) recording.finish_earlier_work();
      bind(recording, launch, slice, first_descriptor_[i] + static_cast<UINT>(s) * views);
      recording->Dispatch(slice.grid_x, slice.grid_y, 1);
    }
    const bool next_runs_beside = i + 1 < launches.size() && launches[i + 1].beside_previous;
    if (!next_runs_beside) recording.finish_earlier_work();
  }
}

void Launcher::bind(Recording& recording, const Launch& launch, const Slice& slice, UINT table) const {
  const D3d12Kernel& kernel = kernel_of(launch);
  recording->SetComputeRoot32BitConstants(kRootConstants, static_cast<UINT>(slice.constants.size()),
                                          slice.constants.data(), 0);
  if (kernel.binding() == Binding::table) {
    recording->SetComputeRootDescriptorTable(kRootTable, heap_.gpu(table));
    return;
  }
  UINT parameter = kFirstRootView;
  for (const View& view : kernel.views()) {
    const D3D12_GPU_VIRTUAL_ADDRESS address =
        buffer_of(launch, view.operand).resource()->GetGPUVirtualAddress() + slice.range_of(view.operand).first;
    if (view.writable)
      recording->SetComputeRootUnorderedAccessView(parameter++, address);
    else
      recording->SetComputeRootShaderResourceView(parameter++, address);
  }
}

}  // namespace modlab
