#include "tests/support/fake_llvm.h"

llvm::StringRef llvm::sys::getHostCPUName() { return {"neoverse-v1", 11}; }
