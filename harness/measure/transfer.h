#pragma once

#include <cstdint>
#include <memory>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/buffer_plans.h"

namespace modlab {

/// Copies a buffer by a kernel, which takes an H200 a third of the time that its queue takes. Not for what is copied
/// just before the clock starts: launches behind it came out slower than behind the queue's copies.
class Transfer {
 public:
  /// For buffers of so many bytes; fewer than kBufferVectorBytes at their end are left as they are. Throws
  /// VariantFailure where the device or the compiler refuses.
  Transfer(Device& device, Compiler& compiler, const ShaderSources& sources, std::uint64_t bytes, const Variant& like,
           const PlanLimits& limits = {})
      : plan_(make_transfer_plan(bytes, like, limits)),
        kernel_(device.make_kernel(plan_, compiler.compile(shader_request(plan_), sources).bytes)) {}

  [[nodiscard]] Launch copy(Buffer& to, Buffer& from) const {
    return {kernel_.get(), {&from, nullptr, &to}, plan_.slices};
  }

 private:
  KernelPlan plan_;
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace modlab
