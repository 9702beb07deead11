#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "kernels/comparison.h"
#include "kernels/data_set.h"
#include "kernels/plan.h"

namespace modlab {

/// A variant compiled and accepted by the device.
struct PreparedKernel {
  Variant variant;
  std::unique_ptr<Kernel> kernel;
  double compile_ms = 0;  ///< compiler and pipeline creation together
  std::string shader_hash;
};

/// Throws Error where the workload does not fit into the device's memory.
void check_fits(const Workload& workload, const DeviceTraits& device);

/// One workload laid out on one device: operands uploaded, reference computed, ready to run any variant on them.
class Workbench {
 public:
  Workbench(Device& device, Compiler& compiler, const ShaderSources& sources, const Workload& workload,
            std::uint64_t seed, const PlanLimits& limits = {});

  /// Throws VariantFailure where the compiler or the device refuses.
  [[nodiscard]] PreparedKernel prepare(const Variant& variant) const;

  /// The gate: poisons Out, runs the kernel once and compares every element with the reference. Throws VariantFailure
  /// with wrong_result where the result is outside the variant's accuracy class or the kernel wrote past its tensor.
  Comparison verify(const PreparedKernel& prepared);

  /// Timestamp ticks of this many launches in a row. Throws VariantFailure where the clock did not move.
  [[nodiscard]] std::uint64_t time(const PreparedKernel& prepared, std::uint32_t launches);

  [[nodiscard]] const Workload& workload() const { return workload_; }
  [[nodiscard]] Device& device() const { return device_; }

 private:
  struct Expected {
    std::vector<std::byte> result;
    std::unique_ptr<Buffer> poison;
  };
  Expected expect(std::vector<std::byte> result);

  Device& device_;
  Compiler& compiler_;
  const ShaderSources& sources_;
  Workload workload_;
  PlanLimits limits_;
  HostOperands operands_;
  std::unique_ptr<Buffer> a_;
  std::unique_ptr<Buffer> b_;
  std::unique_ptr<Buffer> out_;
  Expected modulus_;
  Expected copy_;
  std::vector<std::byte> read_back_;
};

}  // namespace modlab
