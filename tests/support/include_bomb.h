#pragma once

#include <fmt/format.h>

#include <string>

#include "kernels/shader_sources.h"

namespace modlab {

/// Files of which each includes the next so many times: 0.hlsl, 1.hlsl and so on, this deep.
inline ShaderSources include_bomb(int depth, int times) {
  ShaderSources sources;
  for (int i = 0; i <= depth; ++i) {
    std::string& text = sources[fmt::format("{}.hlsl", i)];
    for (int time = 0; time < times && i < depth; ++time) text += fmt::format("#include \"{}.hlsl\"\n", i + 1);
  }
  return sources;
}

}  // namespace modlab
