#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/d3d12/adapters.h"
#include "harness/system/com_ptr.h"

struct ID3D12Device;
struct D3D12_ROOT_SIGNATURE_DESC;

namespace modlab {

/// One implementation of Direct3D 12.
class Runtime {
 public:
  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  virtual ~Runtime() = default;

  /// Name and version, e.g. "libvkd3d 2.1".
  [[nodiscard]] virtual const std::string& description() const = 0;

  /// See list_adapters.
  [[nodiscard]] virtual std::vector<Adapter> adapters() const = 0;

  /// `adapter` is one of adapters(). Throws Error.
  [[nodiscard]] virtual ComPtr<ID3D12Device> create_device(const Adapter& adapter) const = 0;

  /// Version 1.0, which every implementation reads. Throws VariantFailure(device_refused).
  [[nodiscard]] virtual std::vector<std::byte> serialize(const D3D12_ROOT_SIGNATURE_DESC& desc) const = 0;
};

/// `choice` is "auto" (d3d12.dll on Windows, the built-in libvkd3d elsewhere), "vkd3d" (the built-in one) or the path
/// of a library that exports D3D12CreateDevice, such as vkd3d-proton's libvkd3d-proton-d3d12.so. Throws Error.
std::unique_ptr<Runtime> open_runtime(std::string_view choice);

}  // namespace modlab
