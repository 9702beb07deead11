#pragma once

#include "harness/d3d12/api.h"

namespace modlab {

/// Clocks that stay at a level the device can hold, for as long as this lives.
class StablePower {
 public:
  /// Throws Error where the system does not allow it, as Windows without its developer mode.
  explicit StablePower(ID3D12Device* device);
  StablePower(const StablePower&) = delete;
  StablePower& operator=(const StablePower&) = delete;
  ~StablePower() { device_->SetStablePowerState(FALSE); }

 private:
  ID3D12Device* device_;
};

}  // namespace modlab
