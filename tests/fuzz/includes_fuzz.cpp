#include "harness/compile/includes.h"

#include <algorithm>
#include <string>

#include "harness/compile/code_of.h"
#include "kernels/split.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A source that a run brought along. Its lines keep their numbers, and no compiler finds an include in what it gets.
void fuzz(std::string_view input) {
  const std::string source(input);
  require(std::ranges::count(code_of(source), '\n') == std::ranges::count(source, '\n'), "as many lines");
  const auto text = unless_refused([&] {
    return with_includes("mine.hlsl", {{"mine.hlsl", source}, {"part.hlsli", "part\n"}});
  });
  if (!text) return;
  const std::string code = code_of(*text);
  for (const std::string_view line : split(code, '\n'))
    require(line.starts_with("#error ") || !has_include(line), "no include is left");
}

}  // namespace modlab
