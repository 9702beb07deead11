#include "harness/measure/probe_platform.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "harness/device/status.h"
#include "harness/measure/run_once.h"
#include "kernels/error.h"
#include "kernels/half.h"
#include "kernels/workload.h"

namespace modlab::measure {
namespace {

using Words = std::vector<std::uint32_t>;

/// A small kernel, and what it makes of A and B where the answer is yes.
struct Probe {
  const char* shader;  ///< among the embedded ones, instead of the kernel's own; nullptr: the kernel's own
  DataType type;
  modulus::Algorithm algorithm;
  Words a;
  Words b;
  Words expected;
  /// Whether a result is as good as the expected one.
  bool (*matches)(std::uint32_t result, std::uint32_t expected) = [](std::uint32_t x, std::uint32_t y) {
    return x == y;
  };
};

Probe make_probe(const char* shader, DataType type, modulus::Algorithm algorithm, std::size_t words) {
  return {shader, type, algorithm, Words(words), Words(words), Words(words)};
}

/// The rounding error of squares, which a mad that is rounded once leaves.
Probe mad_probe() {
  Probe probe = make_probe("probe_mad.hlsl", DataType::f32, modulus::Algorithm::fma, 64);
  for (std::uint32_t i = 0; i < probe.a.size(); ++i) {
    const float root = 1.0f + static_cast<float>((2 * i + 1) * 65537) * 0x1p-23f;
    const float square = root * root;
    probe.a[i] = std::bit_cast<std::uint32_t>(square);
    probe.b[i] = std::bit_cast<std::uint32_t>(root);
    probe.expected[i] = std::bit_cast<std::uint32_t>(std::fma(-root, root, square));
  }
  return probe;
}

bool is_nan_of_either(std::uint32_t bits) {
  return (bits & 0x7fffffff) > 0x7f800000 || (bits <= 0xffff && is_nan(Half{static_cast<std::uint16_t>(bits)}));
}

/// Every fp16 number widened; every one narrowed; and narrowed, for every two neighbours, the tie between them and the
/// fp32 numbers next to that. No remainder is between the largest fp16 number and infinity, where conversions differ.
Probe half_probe() {
  constexpr std::uint32_t kHalves = 0x10000;
  Probe probe = make_probe("probe_half.hlsl", DataType::f32, modulus::Algorithm::half, std::size_t{5} * kHalves);
  for (std::uint32_t i = 0; i < kHalves; ++i) {
    const Half half{static_cast<std::uint16_t>(i)};
    const float number = to_float(half);
    const float next = to_float(Half{static_cast<std::uint16_t>(i + 1)});
    const float tie = std::isfinite(number) && std::isfinite(next) ? (number + next) / 2 : 0.0f;
    probe.a[i] = i;
    probe.expected[i] = std::bit_cast<std::uint32_t>(number);
    const std::array narrowed{number, tie, std::nextafter(tie, 0.0f), std::nextafter(tie, 2 * tie)};
    for (std::uint32_t part = 0; part < narrowed.size(); ++part) {
      const std::uint32_t at = (part + 1) * kHalves + i;
      probe.a[at] = std::bit_cast<std::uint32_t>(narrowed[part]);
      probe.expected[at] = to_half(narrowed[part]).bits;
    }
  }
  probe.matches = [](std::uint32_t result, std::uint32_t expected) {
    return result == expected || (is_nan_of_either(result) && is_nan_of_either(expected));
  };
  return probe;
}

/// Many quotients of bytes, in the one algorithm that has a word's elements in a vector of floats. A libvkd3d of Wine's
/// (1.14) gets some constants of such vectors wrong in Microsoft's bytecode.
Probe bytes_probe() {
  Probe probe = make_probe(nullptr, DataType::u8, modulus::Algorithm::bias, 64);
  for (std::uint32_t i = 0; i < 4 * probe.a.size(); ++i) {
    const std::uint32_t a = i * 89 % 256;
    const std::uint32_t b = i * 31 % 251 + 1;
    probe.a[i / 4] |= a << (i % 4 * 8);
    probe.b[i / 4] |= b << (i % 4 * 8);
    probe.expected[i / 4] |= a % b << (i % 4 * 8);
  }
  return probe;
}

KernelPlan plan_of(const Probe& probe, const Build& build) {
  const auto elements = static_cast<std::uint32_t>(probe.a.size() * 4 / bytes_of(probe.type));
  KernelPlan plan =
      make_plan(describe(Workload{.type = probe.type, .shape = {elements}}), {.access = Access::structured,
                                                                              .load_bytes = 4,
                                                                              .per_thread = 1,
                                                                              .threads = 64,
                                                                              .algorithm = probe.algorithm,
                                                                              .build = build});
  if (probe.shader == nullptr) return plan;
  ShaderSources sources = embedded_shaders();
  sources[plan.shader] = sources.at(probe.shader);
  plan.sources = std::make_shared<ShaderSources>(std::move(sources));
  return plan;
}

std::vector<std::byte> storage_of(const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

bool succeeds(const Probe& probe, Device& device, compile::Compiler& compiler, const Build& build) {
  try {
    const std::vector<std::byte> storage =
        run_once(device, compiler, plan_of(probe, build), {storage_of(probe.a), storage_of(probe.b)});
    Words results(probe.expected.size());
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

void compile_probe(compile::Compiler& compiler, const Probe& probe, const Build& build) {
  const KernelPlan plan = plan_of(probe, build);
  static_cast<void>(compiler.compile(compile::shader_request(plan), compile::sources_of(plan, embedded_shaders())));
}

}  // namespace

void compile_probes(compile::Compiler& compiler, CompilerId id, const DeviceTraits& device) {
  for (const Probe& probe : {mad_probe(), half_probe(), bytes_probe()})
    compile_probe(compiler, probe, plainest_build(id));
  if (has_native16(id, device)) compile_probe(compiler, half_probe(), kNative16);
}

Platform probe_platform(Device& device, compile::Compiler& compiler) {
  Platform platform{device.traits(), {}};
  for (const CompilerId id : compiler.ids()) {
    const Build plainest = plainest_build(id);
    CompilerTraits traits = compile::probe_compiler(compiler, id);
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

}  // namespace modlab::measure
