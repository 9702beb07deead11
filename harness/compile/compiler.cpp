#include "harness/compile/compiler.h"

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

}  // namespace modlab
