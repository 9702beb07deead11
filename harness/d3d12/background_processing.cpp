#include "harness/d3d12/background_processing.h"

#include "harness/d3d12/developer_mode.h"
#include "harness/system/hresult.h"

namespace modlab {
namespace {

HRESULT set_mode(ID3D12Device6* device, D3D12_BACKGROUND_PROCESSING_MODE mode) {
  return device->SetBackgroundProcessingMode(mode, D3D12_MEASUREMENTS_ACTION_KEEP_ALL, nullptr, nullptr);
}

}  // namespace

BackgroundProcessing::BackgroundProcessing(ID3D12Device* device) {
  ComPtr<ID3D12Device6> device6;
  if (!developer_mode()) {
    state_ = "allowed: turning it off needs Windows' developer mode";
  } else if (FAILED(device->QueryInterface(iid_of<ID3D12Device6>(), device6.receive_void()))) {
    state_ = "allowed: this Direct3D 12 has no ID3D12Device6";
  } else if (const HRESULT result =
                 set_mode(device6.get(), D3D12_BACKGROUND_PROCESSING_MODE_DISABLE_PROFILING_BY_SYSTEM);
             FAILED(result)) {
    state_ = "allowed: " + hresult_text(result);
  } else {
    state_ = "off";
    changed_ = std::move(device6);
  }
}

BackgroundProcessing::~BackgroundProcessing() {
  if (changed_) set_mode(changed_.get(), D3D12_BACKGROUND_PROCESSING_MODE_ALLOWED);
}

}  // namespace modlab
