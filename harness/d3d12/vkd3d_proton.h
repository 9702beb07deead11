#pragma once

#include <memory>

#include "harness/d3d12/implementation.h"
#include "harness/system/shared_library.h"

namespace modlab {

/// The only function here that is compiled with the system's own calling convention, which vkd3d-proton's methods have:
/// on x86-64, libvkd3d's have that of Windows. See CMakeLists.txt.
std::unique_ptr<Implementation> open_vkd3d_proton(const SharedLibrary& library);

}  // namespace modlab
