#include "harness/compile/compiler_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/device/status.h"

namespace modlab::compile {

CompilerSet::CompilerSet(std::vector<std::unique_ptr<Compiler>> compilers) : compilers_(std::move(compilers)) {}

std::vector<CompilerId> CompilerSet::ids() const {
  std::vector<CompilerId> ids;
  for (const auto& compiler : compilers_) std::ranges::copy(compiler->ids(), std::back_inserter(ids));
  return ids;
}

std::string CompilerSet::version() const {
  std::string text;
  for (const auto& compiler : compilers_) text.append(text.empty() ? "" : "; ").append(compiler->version());
  return text;
}

std::string CompilerSet::version_of(CompilerId id) const {
  const Compiler* const compiler = find(id);
  return compiler != nullptr ? compiler->version_of(id) : std::string();
}

Compiler* CompilerSet::find(CompilerId id) const {
  for (const auto& compiler : compilers_)
    if (std::ranges::count(compiler->ids(), id) > 0) return compiler.get();
  return nullptr;
}

Bytecode CompilerSet::compile(const ShaderRequest& request, const ShaderSources& sources) {
  if (Compiler* const compiler = find(request.compiler)) return compiler->compile(request, sources);
  throw VariantFailure(Status::compiler_refused, fmt::format("no {} compiler here", name_of(request.compiler)));
}

std::optional<std::string> CompilerSet::disassemble(const Bytecode& bytecode) {
  for (const auto& compiler : compilers_)
    if (auto text = compiler->disassemble(bytecode)) return text;
  return std::nullopt;
}

}  // namespace modlab::compile
