#include "harness/measure/probe_platform.h"

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "harness/device/status.h"
#include "harness/measure/run_once.h"
#include "kernels/error.h"
#include "kernels/workload.h"

namespace modlab {
namespace {

constexpr std::uint32_t kNumbers = 64;

/// In place of a plain kernel's shader, whose first views these are.
constexpr const char* kMadSource =
    "StructuredBuffer<float> a : register(t0);\n"
    "StructuredBuffer<float> b : register(t1);\n"
    "RWStructuredBuffer<float> r : register(u0);\n"
    "[numthreads(64, 1, 1)]\n"
    "void main(uint i : SV_GroupIndex) { r[i] = mad(-b[i], b[i], a[i]); }\n";

std::vector<std::byte> storage_of(const std::vector<float>& numbers) {
  const auto bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

/// The rounding error of squares: what is left when only the end of mad is rounded, and 0 when the product is as well.
bool fuses_mad(Device& device, Compiler& compiler, CompilerId id) {
  std::vector<float> squares;
  std::vector<float> roots;
  std::vector<float> errors;
  for (std::uint32_t i = 0; i < kNumbers; ++i) {
    const float root = 1.0f + static_cast<float>((2 * i + 1) * 65537) * 0x1p-23f;
    roots.push_back(root);
    squares.push_back(root * root);
    errors.push_back(std::fma(-root, root, squares.back()));
  }
  const ModulusDesc desc = describe({.shape = {kNumbers}});
  const Variant variant{.access = Access::structured,
                        .algorithm = Algorithm::formula,
                        .compiler = id,
                        .shader_model = plainest_model(id)};
  const ShaderSources sources{{make_plan(desc, variant).shader, kMadSource}};
  try {
    return run_once(device, compiler, sources, desc, variant, {storage_of(squares), storage_of(roots)}) ==
           storage_of(errors);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw Error(failure.what());
    return false;
  }
}

}  // namespace

Platform probe_platform(Device& device, Compiler& compiler) {
  Platform platform{device.traits(), {}};
  for (const CompilerId id : compiler.ids()) {
    platform.compilers.push_back(probe_compiler(compiler, id));
    platform.compilers.back().fused_mad = fuses_mad(device, compiler, id);
  }
  return platform;
}

}  // namespace modlab
