#include "harness/measure/probe_platform.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "harness/device/status.h"
#include "harness/measure/run_once.h"
#include "kernels/error.h"
#include "kernels/half.h"
#include "kernels/workload.h"

namespace modlab {
namespace {

constexpr std::uint32_t kWords = 64;
using Words = std::array<std::uint32_t, kWords>;

/// A small kernel, and what it makes of A and B where the answer is yes.
struct Probe {
  const char* shader;  ///< among the embedded ones, instead of the kernel's own; nullptr: the kernel's own
  DataType type = DataType::f32;
  Algorithm algorithm = Algorithm::formula;
  Words a{};
  Words b{};
  Words expected{};
};

/// The rounding error of squares, which a mad that is rounded once leaves.
Probe mad_probe() {
  Probe probe{"probe_mad.hlsl", DataType::f32, Algorithm::fma};
  for (std::uint32_t i = 0; i < kWords; ++i) {
    const float root = 1.0f + static_cast<float>((2 * i + 1) * 65537) * 0x1p-23f;
    const float square = root * root;
    probe.a[i] = std::bit_cast<std::uint32_t>(square);
    probe.b[i] = std::bit_cast<std::uint32_t>(root);
    probe.expected[i] = std::bit_cast<std::uint32_t>(std::fma(-root, root, square));
  }
  return probe;
}

/// Conversions from fp16, mostly of denormals, and to fp16, with ties and denormal results. No remainder is between the
/// largest fp16 number and infinity, where conversions differ.
Probe half_probe() {
  constexpr std::uint32_t kWidened = kWords / 2;
  Probe probe{"probe_half.hlsl", DataType::f32, Algorithm::half};
  for (std::uint32_t i = 0; i < kWidened; ++i) {
    const Half half{static_cast<std::uint16_t>(i % 2 * 0x8000 + i * 41)};
    probe.a[i] = half.bits;
    probe.expected[i] = std::bit_cast<std::uint32_t>(to_float(half));
  }
  constexpr std::array kScales{0x1p-26f, 0x1p-25f, 1.0f, 31.0f};  // denormal, smallest normal, larger, largest
  for (std::uint32_t i = kWidened; i < kWords; ++i) {
    const float size = i + 2 < kWords ? 2047.0f + static_cast<float>(i) : std::numeric_limits<float>::infinity();
    const float number = size * kScales[i % kScales.size()] * (i % 3 == 0 ? -1.0f : 1.0f);
    probe.a[i] = std::bit_cast<std::uint32_t>(number);
    probe.expected[i] = to_half(number).bits;
  }
  return probe;
}

/// Many quotients of bytes, in the one algorithm that has a word's elements in a vector of floats. A libvkd3d of Wine's
/// (1.14) gets some constants of such vectors wrong in Microsoft's bytecode.
Probe bytes_probe() {
  Probe probe{nullptr, DataType::u8, Algorithm::bias};
  for (std::uint32_t i = 0; i < 4 * kWords; ++i) {
    const std::uint32_t a = i * 89 % 256;
    const std::uint32_t b = i * 31 % 251 + 1;
    probe.a[i / 4] |= a << (i % 4 * 8);
    probe.b[i / 4] |= b << (i % 4 * 8);
    probe.expected[i / 4] |= a % b << (i % 4 * 8);
  }
  return probe;
}

struct ProbePlan {
  ProbePlan(const Probe& probe, const Build& build)
      : desc(describe(Workload{.type = probe.type, .shape = {kWords * 4 / bytes_of(probe.type)}})),
        variant{.access = Access::structured, .algorithm = probe.algorithm, .build = build},
        sources(embedded_shaders()) {
    if (probe.shader != nullptr) sources[make_plan(desc, variant).shader] = embedded_shaders().at(probe.shader);
  }

  ModulusDesc desc;
  Variant variant;
  ShaderSources sources;
};

std::vector<std::byte> storage_of(const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

bool succeeds(const Probe& probe, Device& device, Compiler& compiler, const Build& build) {
  const ProbePlan plan(probe, build);
  try {
    return run_once(device, compiler, plan.sources, plan.desc, plan.variant,
                    {storage_of(probe.a), storage_of(probe.b)}) == storage_of(probe.expected);
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

void compile_probe(Compiler& compiler, const Probe& probe, const Build& build) {
  const ProbePlan plan(probe, build);
  static_cast<void>(compiler.compile(shader_request(make_plan(plan.desc, plan.variant)), plan.sources));
}

}  // namespace

void compile_probes(Compiler& compiler, CompilerId id, const DeviceTraits& device) {
  for (const Probe& probe : {mad_probe(), half_probe(), bytes_probe()})
    compile_probe(compiler, probe, plainest_build(id));
  if (has_native16(id, device)) compile_probe(compiler, half_probe(), kNative16);
}

Platform probe_platform(Device& device, Compiler& compiler) {
  Platform platform{device.traits(), {}};
  for (const CompilerId id : compiler.ids()) {
    const Build plainest = plainest_build(id);
    CompilerTraits traits = probe_compiler(compiler, id);
    traits.fused_mad = succeeds(mad_probe(), device, compiler, plainest);
    // Only where an algorithm may depend on it, and not on a software adapter: on arm64, Mesa's driver ends the process
    // on these conversions. It has no fused mad either, which gives it away behind another name.
    const bool wanted = traits.fused_mad && !device.traits().software;
    traits.exact_half = wanted && succeeds(half_probe(), device, compiler, plainest);
    traits.exact_native_half =
        wanted && has_native16(id, device.traits()) && succeeds(half_probe(), device, compiler, kNative16);
    traits.exact_bytes = succeeds(bytes_probe(), device, compiler, plainest);
    platform.compilers.push_back(traits);
  }
  return platform;
}

}  // namespace modlab
