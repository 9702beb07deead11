#include "harness/d3d12/stable_power.h"

#include "harness/d3d12/developer_mode.h"
#include "harness/system/hresult.h"
#include "kernels/error.h"

namespace modlab {

StablePower::StablePower(ID3D12Device* device) : device_(device) {
  if (!developer_mode())
    throw Error("--stable-power needs Windows' developer mode (Settings, For developers); turn it on or leave it out");
  constexpr const char* kDoing = "--stable-power: asking the device for stable clocks";
  check_start(device->SetStablePowerState(TRUE), kDoing);
  check_start(device->GetDeviceRemovedReason(), kDoing);
}

}  // namespace modlab
