#pragma once

#include <cstdlib>

namespace modlab {

/// vkd3d and vkd3d-proton report what they lack on stderr, where a run's own errors belong. A user who sets VKD3D_DEBUG
/// gets all of it. They read these variables when they first have something to say, so this comes before any call.
inline void silence_vkd3d() {
  if (std::getenv("VKD3D_DEBUG") != nullptr) return;
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
}

}  // namespace modlab
