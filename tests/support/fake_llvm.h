#pragma once

#include <cstddef>

// What Mesa's drivers call of LLVM.
namespace llvm {

struct StringRef {
  const char* data;
  std::size_t length;
};

namespace sys {
StringRef getHostCPUName();
}

}  // namespace llvm
