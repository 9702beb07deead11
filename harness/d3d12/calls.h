#pragma once

#include "harness/system/com_ptr.h"

// The sources that call Direct3D's methods are compiled twice where implementations differ in the calling convention of
// their methods (CMakeLists.txt says where). Each time they have a namespace of their own, and so have pointers to
// interfaces, whose names do not tell the two apart: a linker that took one function for the other would end the
// program in the middle of a call.
#if defined(MODLAB_SYSTEM_CALLS)
#define MODLAB_D3D12 d3d12_system

namespace modlab::d3d12 {}

namespace modlab::d3d12_system {

using namespace d3d12;  // NOLINT: what names no interface of Direct3D is compiled once

struct Calls;
template <typename Interface>
using ComPtr = modlab::ComPtr<Interface, Calls>;

}  // namespace modlab::d3d12_system
#else
#define MODLAB_D3D12 d3d12
#endif
