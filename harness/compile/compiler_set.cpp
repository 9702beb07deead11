#include "harness/compile/compiler_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/device/status.h"

namespace modlab {

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

Bytecode CompilerSet::compile(const ShaderRequest& request, const ShaderSources& sources) {
  for (const auto& compiler : compilers_)
    if (std::ranges::count(compiler->ids(), request.compiler) > 0) return compiler->compile(request, sources);
  throw VariantFailure(Status::compiler_refused, fmt::format("no {} compiler here", name_of(request.compiler)));
}

std::optional<std::string> CompilerSet::disassemble(const Bytecode& bytecode) {
  for (const auto& compiler : compilers_)
    if (auto text = compiler->disassemble(bytecode)) return text;
  return std::nullopt;
}

}  // namespace modlab
