#pragma once

#include <memory>
#include <string>

#include "harness/d3d12/api.h"
#include "harness/d3d12/device_fate.h"
#include "harness/d3d12/queue.h"
#include "harness/device/device.h"

namespace modlab::MODLAB_D3D12 {

/// As Device::open_directml says. Device and queue must outlive it and its kernels.
std::unique_ptr<Peer> open_directml(ID3D12Device* device, Queue& queue, std::shared_ptr<const DeviceFate> fate,
                                    const std::string& library);

}  // namespace modlab::MODLAB_D3D12
