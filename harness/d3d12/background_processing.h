#pragma once

#include <string>

#include "harness/d3d12/api.h"
#include "harness/system/com_ptr.h"

namespace modlab {

/// Keeps the driver from profiling and recompiling kernels on its own while this lives, where the system allows: a
/// kernel that changes under a measurement is two kernels.
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

}  // namespace modlab
