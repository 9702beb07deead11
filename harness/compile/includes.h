#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/shader_sources.h"

namespace modlab {

/// The file that a line of HLSL includes, if it is an #include directive with a plain name.
std::optional<std::string_view> included_file(std::string_view line);

/// A source with what it includes in the place of the directives, and #line directives that tell a compiler where each
/// line came from. Directives that name no source, or a file they are already within, stay. The file must be among the
/// sources.
std::string with_includes(const std::string& file, const ShaderSources& sources);

}  // namespace modlab
