#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/compile/dxc_backend.h"

namespace modlab::compile {

/// DXC: shader models 6.0 and up.
std::unique_ptr<Compiler> make_dxc_compiler(std::unique_ptr<DxcBackend> backend);

struct FoundDxc {
  std::string way;  ///< "library libdxcompiler.so", "program dxc", "server ..."
  std::unique_ptr<Compiler> compiler;
};

/// The DXCs of this machine, at most `most` of them: the library or program that $MODLAB_DXC names; a library the
/// loader finds; dxc on the PATH; and the server at $MODLAB_DXC_SERVER, where scripts/setup-dxc may have put one.
/// Throws Error where $MODLAB_DXC names no DXC, and where the server does not work.
std::vector<FoundDxc> find_dxc(std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace modlab::compile
