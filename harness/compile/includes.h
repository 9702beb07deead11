#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/shader_sources.h"

namespace modlab {

/// The file that a line of HLSL includes, if it is an #include directive with a plain name.
std::optional<std::string_view> included_file(std::string_view line);

struct SourceLine {
  std::string file;
  std::uint32_t line = 1;
};

/// Visits the lines of a source and of what it includes, in the order a preprocessor reads them. `jump` is called
/// before the first line of each file and after each directive that was followed, with the line that comes next.
/// Directives that name no source, or a file they are already within, are lines like any other. The file must be among
/// the sources.
void walk_lines(const std::string& file, const ShaderSources& sources,
                const std::function<void(const SourceLine&)>& jump,
                const std::function<void(const SourceLine&, std::string_view)>& visit);

/// The file and all it can include under whatever defines, sources or not, in the order a preprocessor meets them.
std::vector<std::string> reachable_files(const std::string& file, const ShaderSources& sources);

/// A source with its includes expanded, and #line directives that tell a compiler where each line came from. The file
/// must be among the sources.
std::string with_includes(const std::string& file, const ShaderSources& sources);

}  // namespace modlab
