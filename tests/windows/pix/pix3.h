#pragma once

// Stands in for WinPixEventRuntime's pix3.h, which only comes from Microsoft's own registry: what modlab calls of it,
// as its documentation declares it, so that the code behind MODLAB_PIX is at least compiled here.

#include <windows.h>

struct ID3D12CommandQueue;
struct ID3D12GraphicsCommandList;

inline constexpr UINT64 PIX_COLOR_DEFAULT = 0xff000000;

void PIXBeginEvent(ID3D12CommandQueue* queue, UINT64 color, PCSTR format, ...);
void PIXBeginEvent(ID3D12GraphicsCommandList* list, UINT64 color, PCSTR format, ...);
void PIXEndEvent(ID3D12CommandQueue* queue);
void PIXEndEvent(ID3D12GraphicsCommandList* list);

#define PIX_CAPTURE_GPU (1 << 1)

struct PIXGpuCaptureParameters {
  PCWSTR FileName;
};
union PIXCaptureParameters {
  PIXGpuCaptureParameters GpuCaptureParameters;
};

HMODULE PIXLoadLatestWinPixGpuCapturerLibrary();
HRESULT PIXBeginCapture(DWORD flags, const PIXCaptureParameters* parameters);
HRESULT PIXEndCapture(BOOL discard);
