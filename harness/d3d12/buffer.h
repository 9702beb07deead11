#pragma once

#include <memory>
#include <string_view>

#include "harness/d3d12/api.h"
#include "harness/d3d12/device_fate.h"
#include "harness/d3d12/serial.h"
#include "harness/device/device.h"

namespace modlab::MODLAB_D3D12 {

/// The resource behind a buffer, in the state that its heap requires or, in device memory, the common state. Throws
/// VariantFailure.
ComPtr<ID3D12Resource> make_resource(ID3D12Device* device, std::uint64_t bytes, D3D12_HEAP_TYPE heap,
                                     std::string_view name);

class D3d12Buffer final : public Buffer {
 public:
  D3d12Buffer(ID3D12Device* device, std::uint64_t bytes, std::string_view name, std::shared_ptr<const DeviceFate> fate);
  ~D3d12Buffer() override;

  [[nodiscard]] std::uint64_t bytes() const override { return bytes_; }
  [[nodiscard]] ID3D12Resource* resource() const { return resource_.get(); }
  [[nodiscard]] const Serial& serial() const { return serial_; }

 private:
  std::uint64_t bytes_;
  ComPtr<ID3D12Resource> resource_;
  std::shared_ptr<const DeviceFate> fate_;
  Serial serial_;
};

}  // namespace modlab::MODLAB_D3D12
