#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"

namespace modlab::compile {

/// Compiles every request on all cores, and returns the messages of those that were refused. Anything else that is
/// thrown ends the work: a compiler that fails must not look like one that refuses. `progress` gets the number done so
/// far, from one thread at a time.
std::vector<std::string> compile_all(Compiler& compiler, std::span<const ShaderRequest> requests,
                                     const ShaderSources& sources, const std::function<void(std::size_t)>& progress);

}  // namespace modlab::compile
