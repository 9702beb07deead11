#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/buffer_plans.h"

namespace modlab {

/// Finds out on the device whether two buffers hold the same: a hundred times cheaper than reading them back.
class Equality {
 public:
  /// For buffers of so many bytes; fewer than kBufferVectorBytes at their end are not compared. Throws VariantFailure
  /// where the device or the compiler refuses.
  Equality(Device& device, Compiler& compiler, const ShaderSources& sources, std::uint64_t bytes, const Variant& like,
           const PlanLimits& limits = {});

  /// Counts what two buffers have in common, in a batch that makes reset() before and counts() behind.
  [[nodiscard]] Launch compare(Buffer& x, Buffer& y) const {
    return {kernel_.get(), {&x, &y, counts_.get()}, equality_.plan.slices};
  }
  /// A kernel that does nothing must not pass for one that found nothing: no count is left from the last time.
  [[nodiscard]] Copy reset() const { return {counts_.get(), zeros_.get()}; }
  [[nodiscard]] ReadBack counts() { return {std::as_writable_bytes(std::span(read_back_)), counts_.get()}; }
  /// Whether the two were the same in the last batch.
  [[nodiscard]] bool held() const;

 private:
  std::uint64_t vectors_;
  EqualityPlan equality_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Buffer> counts_;
  std::unique_ptr<Buffer> zeros_;
  std::vector<std::uint32_t> read_back_;
};

}  // namespace modlab
