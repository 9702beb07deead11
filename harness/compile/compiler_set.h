#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"

namespace modlab::compile {

/// Several compilers as one, so that a space can hold the kernels of all of them.
class CompilerSet final : public Compiler {
 public:
  /// No two share an id.
  explicit CompilerSet(std::vector<std::unique_ptr<Compiler>> compilers);

  [[nodiscard]] std::vector<CompilerId> ids() const override;
  [[nodiscard]] std::string version() const override;
  [[nodiscard]] std::string version_of(CompilerId id) const override;
  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override;
  [[nodiscard]] std::optional<std::string> disassemble(const Bytecode& bytecode) override;

 private:
  /// Null where none has that id.
  [[nodiscard]] Compiler* find(CompilerId id) const;

  std::vector<std::unique_ptr<Compiler>> compilers_;
};

}  // namespace modlab::compile
