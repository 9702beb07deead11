#pragma once

// The one place that includes Direct3D headers, and that smooths over how vkd3d's and Microsoft's differ. The two must
// never meet in one translation unit: their calling conventions and struct-returning methods are not the same.

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <directx/d3d12.h>
#include <dxgi1_6.h>
#include <windows.h>
#if !defined(_MSC_VER)
#include <dxguids/dxguids.h>  // the interface ids for __uuidof, which only MSVC reads out of d3d12.h itself
#endif
#define MODLAB_STDCALL STDMETHODCALLTYPE
#else
#if !defined(VKD3D_UTILS_API_VERSION)
#error \
    "the build must say which VKD3D_UTILS_API_VERSION its libvkd3d has; 1.0, the header's default, hides shader model 6"
#endif
#if defined(MODLAB_SYSTEM_CALLS)
// libvkd3d's methods have Windows' calling convention, which on x86-64 is not the system's own.
#include <vkd3d_windows.h>
#undef __stdcall
#define __stdcall
#endif
#include <vkd3d_utils.h>
// vkd3d_utils.h turns D3D12CreateDevice into a call with a fifth argument; libraries loaded at run time export the
// function of that name with four.
#undef D3D12CreateDevice
#if defined(__x86_64__)
#define MODLAB_STDCALL STDMETHODCALLTYPE
#else
#define MODLAB_STDCALL  // vkd3d's stdcall attribute has no meaning here, and GCC warns of it outside system headers
#endif
#endif

#include "harness/d3d12/calls.h"

namespace modlab::MODLAB_D3D12 {

template <typename Interface>
const IID& iid_of() {
#if defined(_WIN32)
  return __uuidof(Interface);
#else
  return __vkd3d_uuidof<Interface>();  // __uuidof itself needs typeof, which standard C++ has not
#endif
}

// Microsoft's header declares struct-returning methods the way their ABI has it, with an out parameter, unless the
// compiler is MSVC.
inline D3D12_CPU_DESCRIPTOR_HANDLE cpu_start(ID3D12DescriptorHeap* heap) {
#if defined(_WIN32) && !defined(_MSC_VER)
  D3D12_CPU_DESCRIPTOR_HANDLE handle;
  return *heap->GetCPUDescriptorHandleForHeapStart(&handle);
#else
  return heap->GetCPUDescriptorHandleForHeapStart();
#endif
}

inline D3D12_GPU_DESCRIPTOR_HANDLE gpu_start(ID3D12DescriptorHeap* heap) {
#if defined(_WIN32) && !defined(_MSC_VER)
  D3D12_GPU_DESCRIPTOR_HANDLE handle;
  return *heap->GetGPUDescriptorHandleForHeapStart(&handle);
#else
  return heap->GetGPUDescriptorHandleForHeapStart();
#endif
}

inline D3D12_RESOURCE_DESC desc_of(ID3D12Resource* resource) {
#if defined(_WIN32) && !defined(_MSC_VER)
  D3D12_RESOURCE_DESC desc;
  return *resource->GetDesc(&desc);
#else
  return resource->GetDesc();
#endif
}

}  // namespace modlab::MODLAB_D3D12
