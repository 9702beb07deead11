#pragma once

#include <string>

#include "harness/d3d12/api.h"

namespace modlab::MODLAB_D3D12 {

// What the driver is asked to leave alone while kernels are measured. Windows grants it in its developer mode only
// (Settings, For developers), and removes the device of a program that asks without.

/// Keeps the clocks at a level the device can hold, for as long as this lives.
class StablePower {
 public:
  /// Throws Error where the system does not allow it.
  explicit StablePower(ID3D12Device* device);
  StablePower(const StablePower&) = delete;
  StablePower& operator=(const StablePower&) = delete;
  ~StablePower() { device_->SetStablePowerState(FALSE); }

 private:
  ID3D12Device* device_;
};

/// Keeps the driver from profiling and recompiling kernels while this lives, where the system allows: a kernel that
/// changes during a measurement is two kernels.
class BackgroundProcessing {
 public:
  explicit BackgroundProcessing(ID3D12Device* device);
  BackgroundProcessing(const BackgroundProcessing&) = delete;
  BackgroundProcessing& operator=(const BackgroundProcessing&) = delete;
  ~BackgroundProcessing();

  /// "off", or "allowed: " and why it could not be turned off.
  [[nodiscard]] const std::string& state() const { return state_; }

 private:
  ComPtr<ID3D12Device6> changed_;
  std::string state_;
};

}  // namespace modlab::MODLAB_D3D12
