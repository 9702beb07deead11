#pragma once

#include <cstdlib>

namespace modlab::d3d12 {

/// Keeps libvkd3d from reporting what it lacks on stderr, where a run's own errors belong, unless the user sets
/// VKD3D_DEBUG. It reads these variables before its first message, so call this before any function of its.
inline void silence_vkd3d() {
  if (std::getenv("VKD3D_DEBUG") != nullptr) return;
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
}

}  // namespace modlab::d3d12
