#pragma once

#include <string>

#include "harness/d3d12/recording.h"
#include "harness/d3d12/serial.h"
#include "harness/d3d12/view_descriptors.h"
#include "harness/device/device.h"

namespace modlab::MODLAB_D3D12 {

inline const D3d12Buffer& concrete(const Buffer& buffer) { return static_cast<const D3d12Buffer&>(buffer); }

/// What the launcher records: a kernel of ours, or a peer's operator.
class D3d12Kernel : public Kernel {
 public:
  [[nodiscard]] const Serial& serial() const { return serial_; }

  /// In captures.
  [[nodiscard]] virtual const std::string& name() const = 0;

  /// How many descriptors a launch needs. Throws VariantFailure where its buffers cannot be bound together.
  [[nodiscard]] virtual UINT descriptor_count(const Launch& launch) const = 0;

  /// Writes them into a heap with room for them, starting at `first`.
  virtual void write_descriptors(const Launch& launch, const DescriptorHeap& heap, UINT first) const = 0;

  /// Transitions the launch's buffers to the states that it needs.
  virtual void use_buffers(Recording& recording, const Launch& launch) const = 0;

  /// Records the launch, whose descriptors start at `first`. The heap is set on the list where there are any. `before`
  /// is the launch recorded just before where that differs only in where tensors lie in the same buffers; null
  /// elsewhere.
  virtual void record(Recording& recording, const Launch& launch, const DescriptorHeap& heap, UINT first,
                      const Launch* before) const = 0;

 private:
  Serial serial_;
};

}  // namespace modlab::MODLAB_D3D12
