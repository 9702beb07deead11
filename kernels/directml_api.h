#pragma once

// The only file that includes DirectML.h. On systems other than Windows it needs DirectX-Headers' adapter first.

#if !defined(_WIN32)
#include <wsl/winadapter.h>
#endif
#include <directx/DirectML.h>
