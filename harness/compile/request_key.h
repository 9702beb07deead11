#pragma once

#include <string>
#include <string_view>

#include "harness/compile/compiler.h"

namespace modlab::compile {

/// Identifies a request by its fields and every source its file can include. `by` distinguishes compilers that would
/// answer the same request differently. 32 hexadecimal digits.
std::string request_key(const ShaderRequest& request, const ShaderSources& sources, std::string_view by = {});

/// Identifies a whole set of sources.
std::string sources_key(const ShaderSources& sources);

}  // namespace modlab::compile
