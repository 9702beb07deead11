#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/compile/includes.h"
#include "kernels/shader_sources.h"

namespace modlab::compile {

// Finds where messages of libvkd3d's compiler come from. It counts lines after its preprocessor has dropped and joined
// some, and knows only the first file's name. So the sources are preprocessed with marks that survive it, and compiled
// again from the result, whose lines the marks locate.

/// A source with its includes expanded, and marks ("#pragma …") where preprocessing may change the count of lines.
struct MarkedSource {
  std::string text;
  std::vector<SourceLine> lines;  ///< what the marks count
};

/// The file must be among the sources.
MarkedSource mark_lines(const std::string& file, const ShaderSources& sources);

/// Preprocessed text without its marks, and the origin of each of its lines.
struct LocatedSource {
  std::string text;
  std::vector<SourceLine> origins;
};

LocatedSource locate_lines(std::string_view preprocessed, const MarkedSource& marked);

/// Messages about the located text ("file:line:column: …") with the origins of its lines.
std::string with_origins(std::string_view messages, const std::string& file, const LocatedSource& source);

}  // namespace modlab::compile
