#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "harness/d3d12/adapters.h"
#include "harness/d3d12/calls.h"

struct ID3D12Device;
struct D3D12_ROOT_SIGNATURE_DESC;

namespace modlab::MODLAB_D3D12 {

/// The functions of one implementation of Direct3D 12, and the objects they make.
class Runtime {
 public:
  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  virtual ~Runtime() = default;

  /// Name and version, e.g. "libvkd3d 2.1".
  [[nodiscard]] virtual const std::string& description() const = 0;

  /// See Implementation::adapters.
  [[nodiscard]] virtual std::vector<Adapter> adapters() const = 0;

  /// `adapter` is one of adapters(). Throws Error.
  [[nodiscard]] virtual ComPtr<ID3D12Device> create_device(const Adapter& adapter) const = 0;

  /// Version 1.0, which every implementation reads. Throws VariantFailure(device_refused).
  [[nodiscard]] virtual std::vector<std::byte> serialize(const D3D12_ROOT_SIGNATURE_DESC& desc) const = 0;
};

/// The system's own: d3d12.dll on Windows, the built-in libvkd3d elsewhere. Throws Error.
std::unique_ptr<Runtime> default_runtime();

}  // namespace modlab::MODLAB_D3D12
