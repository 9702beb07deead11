#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "harness/compile/compiler.h"
#include "harness/store/row.h"
#include "kernels/catalogue.h"

namespace modlab::tune {

/// What a compiler makes of a row's kernel.
struct KernelListing {
  std::string compiler;  ///< its version
  std::uint64_t bytes = 0;
  std::string hash;
  std::string disassembly;  ///< empty where the compiler offers none
};

// A kernel that a run brought along is compiled in a process of its own, `modlab list-kernel`, because it may be made
// to crash the compiler or to keep it busy for ever. That process gets one line and answers with one.

/// The kernels are those of the row's run.
std::string listing_request(const store::Row& row, const Kernels& kernels);
/// Answers the request on stdin for the process that started this one.
void serve_listing(const std::function<std::unique_ptr<compile::Compiler>(CompilerId)>& open_compiler,
                   const std::function<std::unique_ptr<const Catalogue>(Kernels)>& make_catalogue);
/// Throws Error with the reason where the kernel could not be compiled.
KernelListing parse_listing(const std::string& answer);

}  // namespace modlab::tune
