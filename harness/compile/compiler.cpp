#include "harness/compile/compiler.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <optional>
#include <utility>

#include "harness/device/status.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

/// Nothing where the compiler refuses. `shader` is one of shaders/probe_*.hlsl.
std::optional<Bytecode> try_compile(Compiler& compiler, CompilerId id, const char* shader,
                                    std::vector<Define> defines = {}) {
  try {
    return compiler.compile({shader, "main", plainest_model(id), std::move(defines), id}, embedded_shaders());
  } catch (const VariantFailure& failure) {
    if (failure.status() == Status::compiler_failed) throw Error(failure.what());
    return std::nullopt;
  }
}

bool honours_precise(Compiler& compiler, CompilerId id) {
  constexpr const char* kShader = "probe_precise.hlsl";
  const auto with = try_compile(compiler, id, kShader, {{"FLOAT", "precise float"}});
  const auto without = try_compile(compiler, id, kShader, {{"FLOAT", "float"}});
  return with && without && with->bytes != without->bytes;
}

}  // namespace

ShaderRequest shader_request(const Plan& plan) {
  return {.file = plan.shader,
          .entry = plan.entry,
          .shader_model = plan.build.shader_model,
          .defines = plan.defines,
          .compiler = plan.build.compiler,
          .native16 = plan.build.native16,
          .strict = plan.strict};
}

const ShaderSources& sources_of(const Plan& plan, const ShaderSources& ours) {
  return plan.sources ? *plan.sources : ours;
}

std::string hash_of(const Bytecode& bytecode) {
  const XXH128_hash_t hash = XXH3_128bits(bytecode.bytes.data(), bytecode.bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

CompilerTraits probe_compiler(Compiler& compiler, CompilerId id) {
  return {.id = id,
          .version = compiler.version_of(id),
          .raw_writable_loads = try_compile(compiler, id, "probe_raw_load.hlsl").has_value(),
          .precise = honours_precise(compiler, id)};
}

}  // namespace modlab::compile
