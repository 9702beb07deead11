#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <tuple>

#include "harness/d3d12/recording.h"
#include "harness/d3d12/view_descriptors.h"
#include "harness/device/device.h"

namespace modlab::MODLAB_D3D12 {

/// Writes launches into a recording.
class Launcher {
 public:
  explicit Launcher(ID3D12Device* device) : heap_(device) {}

  /// Writes the descriptors of all launches and transitions every buffer to the state that its first launch needs: work
  /// that need not be timed, and must not come between launches that overlap. Throws VariantFailure where the buffers
  /// of a launch cannot be bound together.
  void prepare(Recording& recording, std::initializer_list<std::span<const Launch>> launches);

  /// Records launches that were prepared, in order, each finished before the next starts unless that one may overlap
  /// it.
  void record(Recording& recording, std::span<const Launch> launches) const;

 private:
  /// What tells launches apart: the kernel, the slices and the buffers.
  using Key = std::tuple<const Kernel*, const Slice*, PerBuffer<BufferAt>>;
  static Key key_of(const Launch& launch) { return {launch.kernel, launch.slices.data(), launch.buffers}; }

  DescriptorHeap heap_;
  std::map<Key, UINT> first_descriptor_;  ///< equal launches share theirs
};

}  // namespace modlab::MODLAB_D3D12
