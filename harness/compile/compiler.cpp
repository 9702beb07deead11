#include "harness/compile/compiler.h"

#include "harness/device/status.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace modlab {

ShaderRequest shader_request(const KernelPlan& plan) {
  return {plan.shader, plan.entry, plan.variant.shader_model, plan.defines};
}

std::string hash_of(const Bytecode& bytecode) {
  const XXH128_hash_t hash = XXH3_128bits(bytecode.bytes.data(), bytecode.bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

CompilerTraits probe_compiler(Compiler& compiler) {
  const ShaderSources sources{{"raw_writable_loads.hlsl",
                               "RWByteAddressBuffer words : register(u0);\n"
                               "[numthreads(64, 1, 1)]\n"
                               "void main(uint i : SV_GroupIndex) { words.Store(i * 4, words.Load(i * 4) + 1); }\n"}};
  CompilerTraits traits{.id = compiler.id()};
  try {
    static_cast<void>(compiler.compile({"raw_writable_loads.hlsl", "main", {}, {}}, sources));
    traits.raw_writable_loads = true;
  } catch (const VariantFailure&) {
    traits.raw_writable_loads = false;
  }
  return traits;
}

}  // namespace modlab
