#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"

namespace modlab {

/// Compiles every request, on all cores, and gives what was said to those that were refused. `progress` is told how
/// many are done, by one thread at a time.
std::vector<std::string> compile_all(Compiler& compiler, std::span<const ShaderRequest> requests,
                                     const ShaderSources& sources, const std::function<void(std::size_t)>& progress);

}  // namespace modlab
