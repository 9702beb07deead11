#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/buffer_plans.h"

namespace modlab {

/// Compares two buffers on the device, which is a hundred times cheaper than reading them back.
class Equality {
 public:
  /// For buffers of `bytes` bytes; a remainder below kBufferVectorBytes at the end is not compared. Throws
  /// VariantFailure where the device or the compiler refuses.
  Equality(Device& device, Compiler& compiler, const ShaderSources& sources, std::uint64_t bytes, const Variant& like,
           const PlanLimits& limits = {});

  /// Counts equal vectors, in a batch with reset() before it and counts() after it.
  [[nodiscard]] Launch compare(Buffer& x, Buffer& y) const {
    return {kernel_.get(), {&x, &y, counts_.get()}, equality_.plan.slices};
  }
  /// Clears the last counts: a kernel that does nothing must not pass for one that found all equal.
  [[nodiscard]] Copy reset() const { return {counts_.get(), zeros_.get()}; }
  [[nodiscard]] ReadBack counts() { return {std::as_writable_bytes(std::span(read_back_)), counts_.get()}; }
  /// Whether the buffers were equal in the last batch.
  [[nodiscard]] bool were_equal() const;

 private:
  std::uint64_t vectors_;
  EqualityPlan equality_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Buffer> counts_;
  std::unique_ptr<Buffer> zeros_;
  std::vector<std::uint32_t> read_back_;
};

}  // namespace modlab
