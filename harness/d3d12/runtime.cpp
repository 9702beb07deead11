#include "harness/d3d12/runtime.h"

#include <cstring>

#include "harness/d3d12/runtime_entry_points.h"
#include "harness/device/status.h"
#include "harness/system/hresult.h"

namespace modlab::MODLAB_D3D12 {

std::vector<std::byte> serialize_with(SerializeRootSignature function, const D3D12_ROOT_SIGNATURE_DESC& desc) {
  ComPtr<ID3DBlob> blob;
  ComPtr<ID3DBlob> messages;
  const HRESULT result = function(&desc, D3D_ROOT_SIGNATURE_VERSION_1_0, blob.receive(), messages.receive());
  if (FAILED(result)) {
    std::string detail = "serializing the root signature failed: " + hresult_text(result);
    if (messages)
      detail.append("; ").append(static_cast<const char*>(messages->GetBufferPointer()), messages->GetBufferSize());
    throw VariantFailure(Status::device_refused, detail);
  }
  std::vector<std::byte> bytes(blob->GetBufferSize());
  std::memcpy(bytes.data(), blob->GetBufferPointer(), bytes.size());
  return bytes;
}

}  // namespace modlab::MODLAB_D3D12
