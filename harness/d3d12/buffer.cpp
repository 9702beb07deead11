#include "harness/d3d12/buffer.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/d3d12/check.h"
#include "harness/d3d12/events.h"

namespace modlab::MODLAB_D3D12 {
namespace {

// The widest load, so that the last element's vector lies inside the buffer whatever its size.
constexpr std::uint64_t kGranularityBytes = 16;

D3D12_RESOURCE_STATES initial_state(D3D12_HEAP_TYPE heap) {
  switch (heap) {
    case D3D12_HEAP_TYPE_UPLOAD: return D3D12_RESOURCE_STATE_GENERIC_READ;
    case D3D12_HEAP_TYPE_READBACK: return D3D12_RESOURCE_STATE_COPY_DEST;
    default: return D3D12_RESOURCE_STATE_COMMON;
  }
}

}  // namespace

ComPtr<ID3D12Resource> make_resource(ID3D12Device* device, std::uint64_t bytes, D3D12_HEAP_TYPE heap,
                                     std::string_view name) {
  D3D12_HEAP_PROPERTIES properties{};
  properties.Type = heap;
  D3D12_RESOURCE_DESC desc{};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = std::max<std::uint64_t>(1, (bytes + kGranularityBytes - 1) / kGranularityBytes) * kGranularityBytes;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  desc.Flags = heap == D3D12_HEAP_TYPE_DEFAULT ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS : D3D12_RESOURCE_FLAG_NONE;
  ComPtr<ID3D12Resource> resource;
  check(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc, initial_state(heap), nullptr,
                                        iid_of<ID3D12Resource>(), resource.receive_void()),
        device, fmt::format("making the buffer '{}' of {} bytes", name, bytes));
  name_object(resource.get(), name);
  return resource;
}

D3d12Buffer::D3d12Buffer(ID3D12Device* device, std::uint64_t bytes, std::string_view name,
                         std::shared_ptr<const DeviceFate> fate)
    : bytes_(bytes), resource_(make_resource(device, bytes, D3D12_HEAP_TYPE_DEFAULT, name)), fate_(std::move(fate)) {}

D3d12Buffer::~D3d12Buffer() {
  if (fate_->abandoned()) DeviceFate::leak(resource_.detach());
}

}  // namespace modlab::MODLAB_D3D12
