#pragma once

#include "harness/d3d12/adapters.h"
#include "harness/d3d12/api.h"
#include "kernels/device_traits.h"

namespace modlab::MODLAB_D3D12 {

/// What the device reports about itself. The timestamp frequency belongs to the queue.
DeviceTraits query_traits(ID3D12Device* device, const Adapter& adapter, const std::string& implementation);

}  // namespace modlab::MODLAB_D3D12
