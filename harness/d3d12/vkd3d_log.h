#pragma once

#include <cstdlib>

namespace modlab {

/// Keeps vkd3d and vkd3d-proton from reporting what they lack on stderr, where a run's own errors belong, unless the
/// user sets VKD3D_DEBUG. They read these variables before their first message, so call this before any of theirs.
inline void silence_vkd3d() {
  if (std::getenv("VKD3D_DEBUG") != nullptr) return;
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
}

}  // namespace modlab
