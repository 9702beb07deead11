#include "harness/d3d12/launcher.h"

#include <array>
#include <map>
#include <ranges>

#include "harness/d3d12/d3d12_kernel.h"
#include "harness/d3d12/slice_commands.h"

namespace modlab {
namespace {

const D3d12Kernel& kernel_of(const Launch& launch) { return static_cast<const D3d12Kernel&>(*launch.kernel); }

using Key = std::array<const void*, 5>;

Key key_of(const Launch& launch) {
  return {launch.kernel, launch.operands.a, launch.operands.b, launch.operands.out, launch.slices.data()};
}

}  // namespace

void Launcher::prepare(Recording& recording, std::span<const Launch> launches) {
  // A batch repeats a few different launches many times, so each of these gets its descriptors once.
  std::map<Key, UINT> first_of;
  std::vector<const Launch*> different;
  UINT descriptors = 0;
  first_descriptor_.clear();
  for (const Launch& launch : launches) {
    const auto [entry, is_new] = first_of.emplace(key_of(launch), descriptors);
    first_descriptor_.push_back(entry->second);
    if (!is_new) continue;
    different.push_back(&launch);
    descriptors += kernel_of(launch).descriptor_count(launch);
  }
  heap_.reserve(descriptors);

  for (const Launch* launch : different)
    kernel_of(*launch).write_descriptors(*launch, heap_, first_of.at(key_of(*launch)));
  // In reverse, so that a buffer used by several launches ends up in the state the first of them needs.
  for (const Launch* launch : different | std::views::reverse) kernel_of(*launch).use_buffers(recording, *launch);
}

void Launcher::record(Recording& recording, std::span<const Launch> launches) const {
  if (heap_.get() != nullptr) {
    ID3D12DescriptorHeap* const heaps[] = {heap_.get()};
    recording->SetDescriptorHeaps(1, heaps);
  }
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const Launch& launch = launches[i];
    const bool again = i > 0 && key_of(launch) == key_of(launches[i - 1]);
    if (!again) kernel_of(launch).use_buffers(recording, launch);
    kernel_of(launch).record(recording, launch, heap_, first_descriptor_[i], again);
    const bool next_overlaps = i + 1 < launches.size() && launches[i + 1].overlaps_previous;
    if (!next_overlaps) finish_earlier_work(recording.list());
  }
}

}  // namespace modlab
