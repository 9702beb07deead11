#pragma once

#include "harness/d3d12/adapters.h"
#include "harness/d3d12/api.h"
#include "kernels/device_traits.h"

namespace modlab {

/// What the device says it can do. The queue's clock is not its to say.
DeviceTraits query_traits(ID3D12Device* device, const Adapter& adapter, const std::string& implementation);

}  // namespace modlab
