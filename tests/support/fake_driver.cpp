#include "tests/support/fake_llvm.h"

/// The processor that this driver would generate code for.
extern "C" const char* driver_processor() { return llvm::sys::getHostCPUName().data; }
