#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "harness/compile/dxc_compiler.h"

namespace modlab {

/// The DXC of this machine, shared by the tests of one process; nullptr where there is none.
inline compile::Compiler* real_dxc() {
  static const std::unique_ptr<compile::Compiler> made = []() -> std::unique_ptr<compile::Compiler> {
    auto found = compile::find_dxc(1);
    return found.empty() ? nullptr : std::move(found.front().compiler);
  }();
  return made.get();
}

}  // namespace modlab

/// Skips a test that needs DXC.
#define MODLAB_NEEDS_DXC() \
  if (::modlab::real_dxc() == nullptr) GTEST_SKIP() << "no DXC here; scripts/setup-dxc brings one"
