#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "harness/measure/mode.h"
#include "harness/measure/roofline.h"
#include "harness/measure/sampler.h"
#include "harness/measure/workbench.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {

/// The parts a run works with. A lost device is made anew, so there is also a way to make one.
struct Lab {
  std::unique_ptr<Device> device;
  std::function<std::unique_ptr<Device>()> make_device;
  Compiler* compiler = nullptr;
  const ShaderSources* sources = nullptr;
  Platform platform;  ///< of the device and the compiler; a device made anew is the same
};

/// What is laid out on a device for one workload, and must be made anew together with it.
struct Bench {
  /// `any` is a variant of the workload, `data` what it has for this seed.
  Bench(const Lab& lab, const Clock& clock, const Workload& workload, const Variant& any, std::uint64_t seed,
        WorkloadData data, const Conditions& conditions, std::size_t jobs = 0);

  Workbench workbench;
  Sampler sampler;
  Roofline roofline;
};

}  // namespace modlab
