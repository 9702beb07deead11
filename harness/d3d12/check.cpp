#include "harness/d3d12/check.h"

#include <fmt/format.h>

#include "harness/device/status.h"
#include "harness/system/hresult.h"

namespace modlab::MODLAB_D3D12 {

void check(HRESULT result, ID3D12Device* device, std::string_view doing) {
  if (!FAILED(result)) return;
  check_alive(device, doing);
  throw VariantFailure(Status::device_refused, fmt::format("{} failed: {}", doing, hresult_text(result)));
}

void check_alive(ID3D12Device* device, std::string_view doing) {
  const HRESULT reason = device->GetDeviceRemovedReason();
  if (FAILED(reason))
    throw VariantFailure(Status::device_lost, fmt::format("{} lost the device: {}", doing, hresult_text(reason)));
}

}  // namespace modlab::MODLAB_D3D12
