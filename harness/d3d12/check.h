#pragma once

#include <string_view>

#include "harness/d3d12/api.h"

namespace modlab::MODLAB_D3D12 {

/// Work for a variant: a failure is VariantFailure, device_lost with the reason when the device is gone, otherwise
/// device_refused. `doing` completes "… failed".
void check(HRESULT result, ID3D12Device* device, std::string_view doing);

/// Throws VariantFailure(device_lost) when the device is gone.
void check_alive(ID3D12Device* device, std::string_view doing);

}  // namespace modlab::MODLAB_D3D12
