#include "harness/session/version.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "harness/compile/d3d_compiler.h"
#include "harness/compile/dxc_compiler.h"
#include "harness/d3d12/implementation.h"
#include "kernels/error.h"
#include "modlab/revision.h"

namespace modlab::session {
namespace {

/// That of the implementation a program takes by itself. A machine without one still has a version to report.
std::string implementation() {
  try {
    return d3d12::open_implementation("auto")->description();
  } catch (const Error& error) {
    return fmt::format("none: {}", error.what());
  }
}

}  // namespace

std::vector<ListedCompiler> list_compilers() {
  std::vector<ListedCompiler> compilers{{CompilerId::d3dcompile, compile::make_d3d_compiler()->version(), "library"}};
  for (const compile::FoundDxc& found : compile::find_dxc())
    compilers.push_back({CompilerId::dxc, found.compiler->version(), found.way});
  return compilers;
}

std::string version_text(std::string_view program) {
  std::string text = fmt::format("{} {}\nrevision        {}\nimplementation  {}", program, MODLAB_VERSION,
                                 build_revision(), implementation());
  for (const ListedCompiler& each : list_compilers())
    text += fmt::format("\ncompiler        {}: {}, {}", name_of(each.id), each.version, each.way);
  return text;
}

void add_version_flag(CLI::App& program) {
  program.set_version_flag(
      "--version", [&program] { return version_text(program.get_name()); },
      "Print version, revision, D3D12 implementation and compilers");
}

}  // namespace modlab::session
