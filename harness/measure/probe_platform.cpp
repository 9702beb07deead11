#include "harness/measure/probe_platform.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "harness/device/status.h"
#include "harness/measure/run_once.h"
#include "kernels/error.h"

namespace modlab::measure {
namespace {

bool succeeds(const Probe& probe, Device& device, compile::Compiler& compiler) {
  try {
    const Content storage =
        run_once(device, compiler, *probe.plan, {probe.operands, {probe.contents.begin(), probe.contents.end()}});
    std::vector<std::uint32_t> results(probe.expected.size());
    std::memcpy(results.data(), storage.data(), storage.size());
    return std::ranges::equal(results, probe.expected, probe.matches);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status()) || failure.status() == Status::compiler_failed) throw Error(failure.what());
    return false;
  }
}

/// Native 16-bit types came with shader model 6.2.
constexpr Build kNative16{CompilerId::dxc, {6, 2}, true, 0};

bool has_native16(CompilerId id, const DeviceTraits& device) {
  return id == kNative16.compiler && device.native_16bit && device.highest_shader_model >= kNative16.shader_model;
}

void compile_probe(compile::Compiler& compiler, const Probe& probe) {
  static_cast<void>(
      compiler.compile(compile::shader_request(*probe.plan), compile::sources_of(*probe.plan, embedded_shaders())));
}

}  // namespace

void compile_probes(compile::Compiler& compiler, CompilerId id, const DeviceTraits& device, const Probes& probes) {
  for (const auto& probe : {probes.fused_mad, probes.exact_half, probes.exact_bytes})
    compile_probe(compiler, probe(plainest_build(id)));
  if (has_native16(id, device)) compile_probe(compiler, probes.exact_half(kNative16));
}

Platform probe_platform(Device& device, compile::Compiler& compiler, const Probes& probes) {
  Platform platform{device.traits(), {}};
  for (const CompilerId id : compiler.ids()) {
    const Build plainest = plainest_build(id);
    CompilerTraits traits = compile::probe_compiler(compiler, id);
    traits.fused_mad = succeeds(probes.fused_mad(plainest), device, compiler);
    // Only where an algorithm may depend on it, and not on a software adapter: on arm64, Mesa's driver ends the process
    // on these conversions. It has no fused mad either, which gives it away behind another name.
    const bool wanted = traits.fused_mad && !device.traits().software;
    traits.exact_half = wanted && succeeds(probes.exact_half(plainest), device, compiler);
    traits.exact_native_half =
        wanted && has_native16(id, device.traits()) && succeeds(probes.exact_half(kNative16), device, compiler);
    traits.exact_bytes = succeeds(probes.exact_bytes(plainest), device, compiler);
    platform.compilers.push_back(traits);
  }
  return platform;
}

}  // namespace modlab::measure
