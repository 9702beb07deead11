#include "harness/compile/includes.h"

#include <algorithm>
#include <set>
#include <string>

#include "harness/compile/code_of.h"
#include "kernels/split.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A source that a run brought along, and behind a zero one that it may include. Its lines keep their numbers, and no
/// compiler finds an include in what it gets. More sources would make more of few bytes than memory allows here.
void fuzz(std::string_view input) {
  const std::size_t end = std::min(input.find('\0'), input.size());
  const std::string source(input.substr(0, end));
  require(std::ranges::count(compile::code_of(source), '\n') == std::ranges::count(source, '\n'), "as many lines");
  const ShaderSources sources{{"mine.hlsl", source},
                              {"part.hlsli", end < input.size() ? std::string(input.substr(end + 1)) : "part\n"}};
  const std::vector<std::string> files = compile::reachable_files("mine.hlsl", sources);
  require(std::set(files.begin(), files.end()).size() == files.size(), "each file is met once");
  const auto text = unless_refused([&] { return compile::with_includes("mine.hlsl", sources); });
  if (!text) return;
  require(text->size() <= compile::kMaxIncludedBytes, "no more than a compiler is given");
  const std::string code = compile::code_of(*text);
  for (const std::string_view line : split(code, '\n'))
    require(line.starts_with("#error ") || !compile::has_include(line), "no include is left");
}

}  // namespace modlab
