#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "kernels/plan.h"
#include "kernels/shader_sources.h"

namespace modlab::gui {

/// The lines of a shader and of what it includes that these defines leave to the compiler, in one text: without the
/// branches that #if and its like leave out, but with comments and names, which a preprocessor would take away. Where a
/// condition cannot be decided, or only by more work than any kernel needs, all of its branches stay, with their
/// directives. The file must be among the sources. Throws Error where it is stopped, and as walk_lines does.
std::string active_source(const std::string& file, const ShaderSources& sources, const std::vector<Define>& defines,
                          const std::stop_token& stop = {});

}  // namespace modlab::gui
