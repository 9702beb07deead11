// Part of a program, not of this room's library: d3d12.dll looks for these exports in the program itself, and then
// loads the D3D12Core.dll of that version from that folder next to it.
#include "harness/d3d12/api.h"

extern "C" {
__declspec(dllexport) extern const UINT D3D12SDKVersion = MODLAB_AGILITY_SDK;
__declspec(dllexport) extern const char* const D3D12SDKPath = ".\\D3D12\\";
}
