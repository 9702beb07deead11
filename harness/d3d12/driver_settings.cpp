#include "harness/d3d12/driver_settings.h"

#include <utility>

#include "harness/system/hresult.h"
#include "kernels/error.h"

namespace modlab::MODLAB_D3D12 {
namespace {

bool developer_mode() {
#if defined(_WIN32)
  DWORD enabled = 0;
  DWORD size = sizeof enabled;
  return RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\AppModelUnlock",
                      L"AllowDevelopmentWithoutDevLicense", RRF_RT_REG_DWORD, nullptr, &enabled,
                      &size) == ERROR_SUCCESS &&
         enabled != 0;
#else
  return true;  // only Windows asks for it
#endif
}

HRESULT set_background_processing(ID3D12Device6* device, D3D12_BACKGROUND_PROCESSING_MODE mode) {
  return device->SetBackgroundProcessingMode(mode, D3D12_MEASUREMENTS_ACTION_KEEP_ALL, nullptr, nullptr);
}

}  // namespace

StablePower::StablePower(ID3D12Device* device) : device_(device) {
  if (!developer_mode())
    throw Error("--stable-power needs Windows' developer mode (Settings, For developers); turn it on or leave it out");
  constexpr const char* kDoing = "--stable-power: asking the device for stable clocks";
  check_start(device->SetStablePowerState(TRUE), kDoing);
  check_start(device->GetDeviceRemovedReason(), kDoing);
}

BackgroundProcessing::BackgroundProcessing(ID3D12Device* device) {
  ComPtr<ID3D12Device6> device6;
  if (!developer_mode()) {
    state_ = "allowed: turning it off needs Windows' developer mode";
  } else if (FAILED(device->QueryInterface(iid_of<ID3D12Device6>(), device6.receive_void()))) {
    state_ = "allowed: this Direct3D 12 has no ID3D12Device6";
  } else if (const HRESULT result =
                 set_background_processing(device6.get(), D3D12_BACKGROUND_PROCESSING_MODE_DISABLE_PROFILING_BY_SYSTEM);
             FAILED(result)) {
    state_ = "allowed: " + hresult_text(result);
  } else {
    state_ = "off";
    changed_ = std::move(device6);
  }
}

BackgroundProcessing::~BackgroundProcessing() {
  if (changed_) set_background_processing(changed_.get(), D3D12_BACKGROUND_PROCESSING_MODE_ALLOWED);
}

}  // namespace modlab::MODLAB_D3D12
