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

/// Its views are the first of a plain kernel's.
constexpr const char* kMadSource =
    "StructuredBuffer<float> a : register(t0);\n"
    "StructuredBuffer<float> b : register(t1);\n"
    "RWStructuredBuffer<float> r : register(u0);\n"
    "[numthreads(64, 1, 1)]\n"
    "void main(uint i : SV_GroupIndex) { r[i] = mad(-b[i], b[i], a[i]); }\n";

/// In place of a plain kernel's source.
struct MadProbe {
  explicit MadProbe(CompilerId id)
      : variant{.access = Access::structured,
                .algorithm = Algorithm::formula,
                .compiler = id,
                .shader_model = plainest_model(id)} {}

  ModulusDesc desc = describe(Workload{.shape = {kNumbers}});
  Variant variant;
  ShaderSources sources{{make_plan(desc, variant).shader, kMadSource}};
};

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
  const MadProbe probe(id);
  try {
    return run_once(device, compiler, probe.sources, probe.desc, probe.variant,
                    {storage_of(squares), storage_of(roots)}) == storage_of(errors);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw Error(failure.what());
    return false;
  }
}

}  // namespace

Bytecode compile_mad_probe(Compiler& compiler, CompilerId id) {
  const MadProbe probe(id);
  return compiler.compile(shader_request(make_plan(probe.desc, probe.variant)), probe.sources);
}

Platform probe_platform(Device& device, Compiler& compiler) {
  Platform platform{device.traits(), {}};
  for (const CompilerId id : compiler.ids()) {
    platform.compilers.push_back(probe_compiler(compiler, id));
    platform.compilers.back().fused_mad = fuses_mad(device, compiler, id);
  }
  return platform;
}

}  // namespace modlab
