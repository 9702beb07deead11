#include "harness/d3d12/launcher.h"

#include <algorithm>
#include <ranges>
#include <vector>

#include "harness/d3d12/d3d12_kernel.h"
#include "harness/d3d12/slice_commands.h"

namespace modlab::MODLAB_D3D12 {
namespace {

const D3d12Kernel& kernel_of(const Launch& launch) { return static_cast<const D3d12Kernel&>(*launch.kernel); }

bool differ_at_most_in_places(const Launch& x, const Launch& y) {
  return x.kernel == y.kernel && x.slices.data() == y.slices.data() &&
         std::ranges::equal(x.buffers, y.buffers, {}, &BufferAt::buffer, &BufferAt::buffer);
}

}  // namespace

void Launcher::prepare(Recording& recording, std::initializer_list<std::span<const Launch>> launches) {
  // A batch repeats a few different launches many times, so each of these gets its descriptors once.
  std::vector<const Launch*> different;
  UINT descriptors = 0;
  first_descriptor_.clear();
  for (const std::span<const Launch> part : launches)
    for (const Launch& launch : part) {
      if (!first_descriptor_.try_emplace(key_of(launch), descriptors).second) continue;
      different.push_back(&launch);
      descriptors += kernel_of(launch).descriptor_count(launch);
    }
  heap_.reserve(descriptors);

  for (const Launch* launch : different)
    kernel_of(*launch).write_descriptors(*launch, heap_, first_descriptor_.at(key_of(*launch)));
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
    const Launch* const before =
        i > 0 && differ_at_most_in_places(launches[i - 1], launch) ? &launches[i - 1] : nullptr;
    if (before == nullptr) kernel_of(launch).use_buffers(recording, launch);
    kernel_of(launch).record(recording, launch, heap_, first_descriptor_.at(key_of(launch)), before);
    const bool next_overlaps = i + 1 < launches.size() && launches[i + 1].overlaps_previous;
    if (!next_overlaps) finish_earlier_work(recording.list());
  }
}

}  // namespace modlab::MODLAB_D3D12
