#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/shader_sources.h"

namespace modlab::compile {

// How far includes may go: many times what a kernel needs, and little enough that files which include each other twice,
// thirty deep, are refused at once. Bytes count as often as they are included, with what tells a compiler where it is.
inline constexpr std::size_t kMaxIncludeDepth = 64;
inline constexpr std::size_t kMaxIncludedBytes = std::size_t{16} << 20;
/// What the refusals say, after the file's name.
std::string too_deep_text();
std::string too_large_text();

/// What a jump to a line of this file takes at most, as a directive.
std::size_t jump_bytes(std::string_view file);

/// What is wrong with an include whose name is not plain.
std::string_view odd_include_text();

/// The code of a source (see code_of) in which every include has a plain name: what else a compiler may take for one is
/// an #error.
std::string with_plain_includes(std::string_view source);

/// The file that a line of code (see code_of) includes, if it is an #include directive with a plain name.
std::optional<std::string_view> included_file(std::string_view code);

/// Whether a compiler may take anything in a line of code for an include: one with a plain name, one that a macro
/// names, or one that only some compiler sees. Too often rather than too rarely.
bool has_include(std::string_view code);

struct SourceLine {
  std::string_view file;  ///< the name among the sources
  std::uint32_t line = 1;
};

/// Visits the lines of a source and of what it includes, in the order a preprocessor reads them, as they are and as
/// code. `jump` is called before the first line of each file and after each directive that was followed, with the line
/// that comes next. Directives that name no source, or a file they are already within, are lines like any other. The
/// file must be among the sources. Throws Error beyond the limits above.
void walk_lines(const std::string& file, const ShaderSources& sources,
                const std::function<void(const SourceLine&)>& jump,
                const std::function<void(const SourceLine&, std::string_view text, std::string_view code)>& visit);

/// The file and all it can include under whatever defines, sources or not, in the order a preprocessor meets them.
std::vector<std::string> reachable_files(const std::string& file, const ShaderSources& sources);

/// The code of a source with its includes expanded, and #line directives that tell a compiler where each line came
/// from. No compiler finds an include in it: one that cannot be followed is an #error that says why, which a compiler
/// passes over where it would have passed over the include. The file must be among the sources. Throws Error beyond the
/// limits above.
std::string with_includes(const std::string& file, const ShaderSources& sources);

}  // namespace modlab::compile
