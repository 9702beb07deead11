#pragma once

#include "harness/d3d12/api.h"
#include "harness/d3d12/implementation.h"
#include "harness/d3d12/runtime.h"
#include "harness/system/shared_library.h"

namespace modlab::MODLAB_D3D12 {

using CreateDevice = HRESULT(MODLAB_STDCALL*)(IUnknown*, D3D_FEATURE_LEVEL, REFIID, void**);
using SerializeRootSignature = HRESULT(MODLAB_STDCALL*)(const D3D12_ROOT_SIGNATURE_DESC*, D3D_ROOT_SIGNATURE_VERSION,
                                                        ID3DBlob**, ID3DBlob**);

/// Compute shaders, root signatures and typed buffer loads need no more than this.
inline constexpr D3D_FEATURE_LEVEL kFeatureLevel = D3D_FEATURE_LEVEL_11_0;

/// Runtime::serialize through one implementation's function.
std::vector<std::byte> serialize_with(SerializeRootSignature function, const D3D12_ROOT_SIGNATURE_DESC& desc);

/// What "vkd3d" and a library of the user's mean on this platform; default_runtime is defined with them.
std::unique_ptr<Runtime> built_in_vkd3d();
std::unique_ptr<Implementation> library_implementation(const SharedLibrary& library);

/// Devices made through `runtime`.
std::unique_ptr<Implementation> implementation_of(std::unique_ptr<Runtime> runtime);

}  // namespace modlab::MODLAB_D3D12
