#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device_traits.h"
#include "kernels/plan.h"
#include "kernels/shader_sources.h"

namespace modlab::compile {

/// What a compiler needs to know about a kernel.
struct ShaderRequest {
  std::string file;  ///< among the sources
  std::string entry;
  ShaderModel shader_model{};
  std::vector<Define> defines;
  CompilerId compiler{};
  bool native16 = false;  ///< 16-bit types have 16 bits
  bool strict = true;     ///< as Plan::strict
};

ShaderRequest shader_request(const Plan& plan);

/// What a plan's kernel is compiled from: sources of its own, or ours.
const ShaderSources& sources_of(const Plan& plan, const ShaderSources& ours);

struct Bytecode {
  std::vector<std::byte> bytes;
  std::string diagnostics;  ///< warnings, each line with file and line number; empty when there are none
};

/// 128 bits over the bytes, as 32 hexadecimal digits: the journal's shader_hash.
std::string hash_of(const Bytecode& bytecode);

/// Turns HLSL into bytecode. Safe to call from several threads.
class Compiler {
 public:
  Compiler() = default;
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;
  virtual ~Compiler() = default;

  /// The compilers whose kernels it can compile: one, unless it stands for several.
  [[nodiscard]] virtual std::vector<CompilerId> ids() const = 0;
  [[nodiscard]] virtual std::string version() const = 0;
  /// Of one of them alone.
  [[nodiscard]] virtual std::string version_of(CompilerId /*id*/) const { return version(); }

  /// Throws VariantFailure: with compiler_refused and the compiler's own message, including file and line; or with
  /// compiler_failed where the compiler did not get as far as judging the source.
  [[nodiscard]] virtual Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) = 0;

  /// Disassembles its own bytecode; nothing where it cannot.
  [[nodiscard]] virtual std::optional<std::string> disassemble(const Bytecode& /*bytecode*/) { return std::nullopt; }
};

/// Finds out what a compiler supports by compiling small kernels. `id` is one of its ids. Throws Error where it fails.
CompilerTraits probe_compiler(Compiler& compiler, CompilerId id);

}  // namespace modlab::compile

namespace modlab {  // what docs/embedding.md names

using compile::Bytecode;
using compile::shader_request;
using compile::sources_of;

}  // namespace modlab
