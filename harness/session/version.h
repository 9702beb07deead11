#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/modulus/variant.h"

namespace CLI {
class App;
}

namespace modlab::session {

/// A compiler of this machine, and how it was found.
struct ListedCompiler {
  CompilerId id;
  std::string version;
  std::string way;
};
std::vector<ListedCompiler> list_compilers();

/// What `PROGRAM --version` prints: version, revision, D3D12 implementation and compilers, for a bug report.
std::string version_text(std::string_view program);

/// Gives a program that flag.
void add_version_flag(CLI::App& program);

}  // namespace modlab::session
