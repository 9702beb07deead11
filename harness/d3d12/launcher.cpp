#include "harness/d3d12/launcher.h"

#include <array>
#include <map>
#include <ranges>

#include "harness/d3d12/slice_commands.h"
#include "harness/device/status.h"

namespace modlab {
namespace {

const Pipeline& pipeline_of(const Launch& launch) { return static_cast<const D3d12Kernel&>(*launch.kernel).pipeline(); }

const D3d12Buffer& buffer_of(const Launch& launch, Operand operand) {
  const std::array<Buffer*, 3> buffers{launch.operands.a, launch.operands.b, launch.operands.out};
  return static_cast<const D3d12Buffer&>(*buffers[static_cast<std::size_t>(operand)]);
}

/// The operands that the kernel has views of; a launch may lack the others.
TensorLocations locations_of(const Launch& launch) {
  TensorLocations locations;
  for (const View& view : pipeline_of(launch).views())
    locations[static_cast<std::size_t>(view.operand)] = {.resource = buffer_of(launch, view.operand).resource()};
  return locations;
}

D3D12_RESOURCE_STATES state_of(const View& view) {
  return view.writable ? D3D12_RESOURCE_STATE_UNORDERED_ACCESS : D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE;
}

void use_buffers(Recording& recording, const Launch& launch) {
  for (const View& view : pipeline_of(launch).views()) recording.use(buffer_of(launch, view.operand), state_of(view));
}

using Key = std::array<const void*, 5>;

Key key_of(const Launch& launch) {
  return {launch.kernel, launch.operands.a, launch.operands.b, launch.operands.out, launch.slices.data()};
}

bool is_same(const Launch& x, const Launch& y) { return key_of(x) == key_of(y); }

}  // namespace

void Launcher::prepare(Recording& recording, std::span<const Launch> launches) {
  // A batch repeats a few different launches many times, so each of these gets one table.
  std::map<Key, UINT> tables;
  std::vector<const Launch*> different;
  UINT descriptors = 0;
  first_descriptor_.clear();
  for (const Launch& launch : launches) {
    const auto [entry, is_new] = tables.emplace(key_of(launch), descriptors);
    first_descriptor_.push_back(entry->second);
    if (!is_new) continue;
    if (mixes_use(pipeline_of(launch).views(), locations_of(launch)))
      throw VariantFailure(
          Status::device_refused,
          "a launch binds one buffer for reading only and for writing; Direct3D 12 has no state for both");
    different.push_back(&launch);
    descriptors += descriptor_count(pipeline_of(launch), launch.slices);
  }
  heap_.reserve(descriptors);

  UINT next = 0;
  for (const Launch* launch : different) {
    write_tables(device_, pipeline_of(*launch), launch->slices, locations_of(*launch), heap_, next);
    next += descriptor_count(pipeline_of(*launch), launch->slices);
  }
  // In reverse, so that a buffer used by several launches ends up in the state the first of them needs.
  for (const Launch* launch : different | std::views::reverse) use_buffers(recording, *launch);
}

void Launcher::record(Recording& recording, std::span<const Launch> launches) const {
  if (heap_.get() != nullptr) {
    ID3D12DescriptorHeap* const heaps[] = {heap_.get()};
    recording->SetDescriptorHeaps(1, heaps);
  }
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const Launch& launch = launches[i];
    if (i > 0 && is_same(launch, launches[i - 1]) && launch.slices.size() == 1) {
      // Everything is bound already. A batch of thousands of short launches takes longer to record than to run.
      recording->Dispatch(launch.slices.front().grid_x, launch.slices.front().grid_y, 1);
    } else {
      use_buffers(recording, launch);
      record_slices(recording.list(), pipeline_of(launch), launch.slices, locations_of(launch), heap_,
                    first_descriptor_[i]);
    }
    const bool next_overlaps = i + 1 < launches.size() && launches[i + 1].overlaps_previous;
    if (!next_overlaps) finish_earlier_work(recording.list());
  }
}

}  // namespace modlab
