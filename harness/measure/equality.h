#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/buffer_plans.h"

namespace modlab::measure {

/// Compares parts of buffers on the device, which is a hundred times cheaper than reading them back.
class Equality {
 public:
  /// Throws VariantFailure where the device or the compiler refuses.
  Equality(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const Build& build,
           const PlanLimits& limits = {});

  /// Forgets what was compared before; in a batch, it comes before the comparisons. A kernel that does nothing must not
  /// pass for one that found all equal.
  [[nodiscard]] Copy reset();
  /// Counts equal vectors among `bytes` bytes; a remainder below kBufferVectorBytes at the end is not compared.
  [[nodiscard]] Launch compare(const BufferAt& x, const BufferAt& y, std::uint64_t bytes);
  /// To be read after the comparisons.
  [[nodiscard]] ReadBack counts() { return {std::as_writable_bytes(std::span(read_back_)), counts_.get()}; }
  /// Whether all was equal that was compared since reset().
  [[nodiscard]] bool were_equal() const;

 private:
  Build build_;
  PlanLimits limits_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Buffer> counts_;
  std::unique_ptr<Buffer> zeros_;
  std::vector<std::uint32_t> read_back_;
  std::map<std::uint64_t, std::vector<Slice>> slices_;  ///< by the bytes compared
  std::uint64_t vectors_ = 0;                           ///< compared since reset()
};

}  // namespace modlab::measure
