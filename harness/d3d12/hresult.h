#pragma once

#include <string>
#include <string_view>

#include "harness/d3d12/api.h"

namespace modlab {

/// "E_INVALIDARG (0x80070057): an argument was not accepted".
std::string describe(HRESULT result);

/// Start-up: a failure stops the command. `doing` completes "… failed", e.g. "making the command queue".
void check_start(HRESULT result, std::string_view doing);

/// Work for a variant: a failure is VariantFailure, device_lost with the reason when the device is gone, else
/// device_refused.
void check(HRESULT result, ID3D12Device* device, std::string_view doing);

/// Throws VariantFailure(device_lost) when the device is gone.
void check_alive(ID3D12Device* device, std::string_view doing);

}  // namespace modlab
