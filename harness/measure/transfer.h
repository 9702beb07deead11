#pragma once

#include <cstdint>
#include <memory>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/buffer_plans.h"

namespace modlab::measure {

/// Copies the beginnings of buffers with a kernel, in a third of the time that the queue's copy takes on an H200. Not
/// for copies just before the clock starts: launches after it were slower than after the queue's copies.
class Transfer {
 public:
  /// Of `bytes` bytes; a remainder below kBufferVectorBytes at the end is not copied. Throws VariantFailure
  /// where the device or the compiler refuses.
  Transfer(Device& device, compile::Compiler& compiler, const ShaderSources& sources, std::uint64_t bytes,
           const Build& build, const PlanLimits& limits = {})
      : plan_(make_transfer_plan(bytes, build, limits)),
        kernel_(device.make_kernel(plan_, compiler.compile(compile::shader_request(plan_), sources).bytes)) {}

  [[nodiscard]] Launch copy(const BufferAt& to, const BufferAt& from) const {
    return {kernel_.get(), {from, to}, plan_.slices};
  }

 private:
  Plan plan_;
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace modlab::measure
