#include "harness/d3d12/stable_power.h"

#include "harness/d3d12/hresult.h"
#include "kernels/error.h"

namespace modlab {
namespace {

#if defined(_WIN32)
bool developer_mode() {
  DWORD enabled = 0;
  DWORD size = sizeof(enabled);
  return RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\AppModelUnlock",
                      L"AllowDevelopmentWithoutDevLicense", RRF_RT_REG_DWORD, nullptr, &enabled,
                      &size) == ERROR_SUCCESS &&
         enabled != 0;
}
#else
bool developer_mode() { return true; }  // only Windows asks for it
#endif

}  // namespace

StablePower::StablePower(ID3D12Device* device) : device_(device) {
  if (!developer_mode())
    throw Error("--stable-power needs Windows' developer mode (Settings, For developers); turn it on or leave it out");
  constexpr const char* kDoing = "--stable-power: asking the device for stable clocks";
  check_start(device->SetStablePowerState(TRUE), kDoing);
  check_start(device->GetDeviceRemovedReason(), kDoing);
}

}  // namespace modlab
