#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/d3d12/adapters.h"
#include "harness/d3d12/d3d12_device.h"

namespace modlab::d3d12 {

/// One implementation of Direct3D 12 as programs that measure use it: nothing here depends on how its methods are
/// called.
class Implementation {
 public:
  Implementation() = default;
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  virtual ~Implementation() = default;

  /// Name and version, e.g. "libvkd3d 2.1".
  [[nodiscard]] virtual const std::string& description() const = 0;

  /// Best first: discrete GPUs, integrated ones, others, software adapters. Throws Error when there is none, saying
  /// what to install.
  [[nodiscard]] virtual std::vector<Adapter> adapters() const = 0;

  /// Throws Error where there is no such adapter, or it refuses.
  [[nodiscard]] virtual std::unique_ptr<Device> make_device(const DeviceRequest& request) const = 0;
};

/// `choice` is "auto" (d3d12.dll on Windows, the built-in libvkd3d elsewhere), "vkd3d" (the built-in one) or the path
/// of a library: on Windows one that exports D3D12CreateDevice, elsewhere vkd3d-proton's libvkd3d-proton-d3d12.so or
/// another libvkd3d. Throws Error.
std::unique_ptr<Implementation> open_implementation(std::string_view choice);

}  // namespace modlab::d3d12
