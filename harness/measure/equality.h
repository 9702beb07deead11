#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/equality_plan.h"

namespace modlab {

/// Finds out on the device whether two buffers hold the same: a hundred times cheaper than reading them back.
class Equality {
 public:
  /// For buffers of so many bytes; up to three at their end, which are no whole word, are not compared. Throws
  /// VariantFailure where the device or the compiler refuses.
  Equality(Device& device, Compiler& compiler, const ShaderSources& sources, std::uint64_t bytes, const Variant& like,
           const PlanLimits& limits = {});

  /// Counts what two buffers have in common, in a batch that makes reset() first and is asked with held() behind it.
  [[nodiscard]] Launch compare(Buffer& x, Buffer& y) const {
    return {kernel_.get(), {&x, &y, counts_.get()}, equality_.plan.slices};
  }
  /// A kernel that does nothing must not pass for one that found nothing: no count is left from the last time.
  [[nodiscard]] Copy reset() const { return {counts_.get(), zeros_.get()}; }
  /// Whether the two were the same.
  [[nodiscard]] bool held();

 private:
  Device& device_;
  std::uint64_t words_;
  EqualityPlan equality_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Buffer> counts_;
  std::unique_ptr<Buffer> zeros_;
  std::vector<std::uint32_t> read_back_;
};

}  // namespace modlab
