#pragma once

#include <memory>

#include "harness/d3d12/implementation.h"
#include "harness/system/shared_library.h"

namespace modlab::d3d12 {

/// Calls the library's methods by the system's own calling convention: on x86-64, libvkd3d's have that of Windows.
std::unique_ptr<Implementation> open_vkd3d_proton(const SharedLibrary& library);

}  // namespace modlab::d3d12
