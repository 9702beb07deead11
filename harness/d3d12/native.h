#pragma once

#include <memory>

#include "harness/d3d12/api.h"
#include "harness/d3d12/device_fate.h"
#include "harness/d3d12/queue.h"
#include "harness/device/device.h"

namespace modlab::MODLAB_D3D12 {

/// What a peer needs of a device to record work of its own. Device and queue live as long as the device.
struct Native {
  ID3D12Device* device;
  Queue& queue;
  std::shared_ptr<const DeviceFate> fate;
};

/// Throws Error where the device is not one of Direct3D 12.
Native native_of(Device& device);

}  // namespace modlab::MODLAB_D3D12
