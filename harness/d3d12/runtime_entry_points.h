#pragma once

#include "harness/d3d12/api.h"
#include "harness/d3d12/runtime.h"
#include "harness/system/shared_library.h"

namespace modlab {

using CreateDevice = HRESULT(MODLAB_STDCALL*)(IUnknown*, D3D_FEATURE_LEVEL, REFIID, void**);
using SerializeRootSignature = HRESULT(MODLAB_STDCALL*)(const D3D12_ROOT_SIGNATURE_DESC*, D3D_ROOT_SIGNATURE_VERSION,
                                                        ID3DBlob**, ID3DBlob**);

/// Compute shaders, root signatures and typed buffer loads need no more than this.
inline constexpr D3D_FEATURE_LEVEL kFeatureLevel = D3D_FEATURE_LEVEL_11_0;

/// Runtime::serialize through one implementation's function.
std::vector<std::byte> serialize_with(SerializeRootSignature function, const D3D12_ROOT_SIGNATURE_DESC& desc);

/// Loads a library the user named with --runtime.
SharedLibrary load_runtime_library(const std::string& path);

/// What "auto" and "vkd3d" mean on this platform, and a library of the user's. One source file per platform.
std::unique_ptr<Runtime> default_runtime();
std::unique_ptr<Runtime> built_in_vkd3d();
std::unique_ptr<Runtime> library_runtime(SharedLibrary library);

}  // namespace modlab
