#pragma once

#include <string>
#include <string_view>

#include "harness/compile/compiler.h"

namespace modlab {

/// What identifies a request: all of it, and every source its file can include. `by` tells requests to one compiler
/// from the same to another. 32 hexadecimal digits.
std::string request_key(const ShaderRequest& request, const ShaderSources& sources, std::string_view by = {});

/// The same of all the sources there are.
std::string sources_key(const ShaderSources& sources);

}  // namespace modlab
