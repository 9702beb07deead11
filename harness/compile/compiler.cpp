#include "harness/compile/compiler.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <optional>
#include <utility>

#include "harness/device/status.h"

namespace modlab {
namespace {

/// Nothing where the compiler refuses.
std::optional<Bytecode> try_compile(Compiler& compiler, CompilerId id, const std::string& source,
                                    std::vector<Define> defines = {}) {
  try {
    return compiler.compile({"probe.hlsl", "main", plainest_model(id), std::move(defines), id},
                            {{"probe.hlsl", source}});
  } catch (const VariantFailure&) {
    return std::nullopt;
  }
}

bool has_raw_writable_loads(Compiler& compiler, CompilerId id) {
  return try_compile(compiler, id,
                     "RWByteAddressBuffer words : register(u0);\n"
                     "[numthreads(64, 1, 1)]\n"
                     "void main(uint i : SV_GroupIndex) { words.Store(i * 4, words.Load(i * 4) + 1); }\n")
      .has_value();
}

bool heeds_precise(Compiler& compiler, CompilerId id) {
  const std::string source =
      "RWStructuredBuffer<float> numbers : register(u0);\n"
      "[numthreads(64, 1, 1)]\n"
      "void main(uint i : SV_GroupIndex) {\n"
      "  FLOAT product = numbers[i] * numbers[i + 64];\n"
      "  FLOAT difference = numbers[i + 128] - product;\n"
      "  numbers[i] = difference;\n"
      "}\n";
  const auto with = try_compile(compiler, id, source, {{"FLOAT", "precise float"}});
  const auto without = try_compile(compiler, id, source, {{"FLOAT", "float"}});
  return with && without && with->bytes != without->bytes;
}

}  // namespace

ShaderRequest shader_request(const KernelPlan& plan) {
  const Build& build = plan.variant.build;
  return {plan.shader, plan.entry, build.shader_model, plan.defines, build.compiler, build.native16};
}

std::string hash_of(const Bytecode& bytecode) {
  const XXH128_hash_t hash = XXH3_128bits(bytecode.bytes.data(), bytecode.bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

CompilerTraits probe_compiler(Compiler& compiler, CompilerId id) {
  return {.id = id,
          .version = compiler.version(),
          .raw_writable_loads = has_raw_writable_loads(compiler, id),
          .precise = heeds_precise(compiler, id)};
}

}  // namespace modlab
