#include "harness/d3d12/view_descriptors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "harness/d3d12/check.h"
#include "harness/d3d12/events.h"
#include "harness/device/status.h"

namespace modlab::MODLAB_D3D12 {
namespace {

constexpr UINT kFirstCapacity = 64;

DXGI_FORMAT format_of(const View& view) {
  switch (view.access) {
    case Access::raw: return DXGI_FORMAT_R32_TYPELESS;
    case Access::structured: return DXGI_FORMAT_UNKNOWN;
    case Access::typed: break;
  }
  switch (view.stride_bytes) {
    case 4: return DXGI_FORMAT_R32_UINT;
    case 8: return DXGI_FORMAT_R32G32_UINT;
    case 16: return DXGI_FORMAT_R32G32B32A32_UINT;
    default:
      throw VariantFailure(Status::device_refused,
                           fmt::format("there is no typed view with elements of {} bytes", view.stride_bytes));
  }
}

UINT structure_stride(const View& view) { return view.access == Access::structured ? view.stride_bytes : 0; }

}  // namespace

void write_descriptor(ID3D12Device* device, const View& view, const ByteRange& range, ID3D12Resource* resource,
                      D3D12_CPU_DESCRIPTOR_HANDLE to) {
  const std::uint64_t elements = range.bytes / view.stride_bytes;
  const bool null = elements == 0;
  const std::uint64_t first = null ? 0 : range.first / view.stride_bytes;
  const UINT count = null ? 1 : static_cast<UINT>(elements);  // a null view must not be described as empty
  ID3D12Resource* const target = null ? nullptr : resource;
  if (view.writable) {
    D3D12_UNORDERED_ACCESS_VIEW_DESC desc{};
    desc.Format = format_of(view);
    desc.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
    desc.Buffer.FirstElement = first;
    desc.Buffer.NumElements = count;
    desc.Buffer.StructureByteStride = structure_stride(view);
    desc.Buffer.Flags = view.access == Access::raw ? D3D12_BUFFER_UAV_FLAG_RAW : D3D12_BUFFER_UAV_FLAG_NONE;
    device->CreateUnorderedAccessView(target, nullptr, &desc, to);
  } else {
    D3D12_SHADER_RESOURCE_VIEW_DESC desc{};
    desc.Format = format_of(view);
    desc.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
    desc.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
    desc.Buffer.FirstElement = first;
    desc.Buffer.NumElements = count;
    desc.Buffer.StructureByteStride = structure_stride(view);
    desc.Buffer.Flags = view.access == Access::raw ? D3D12_BUFFER_SRV_FLAG_RAW : D3D12_BUFFER_SRV_FLAG_NONE;
    device->CreateShaderResourceView(target, &desc, to);
  }
}

void DescriptorHeap::reserve(UINT descriptors) {
  if (descriptors <= capacity_) return;
  const UINT capacity = std::max(kFirstCapacity, std::bit_ceil(descriptors));
  D3D12_DESCRIPTOR_HEAP_DESC desc{};
  desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  desc.NumDescriptors = capacity;
  desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  ComPtr<ID3D12DescriptorHeap> heap;
  check(device_->CreateDescriptorHeap(&desc, iid_of<ID3D12DescriptorHeap>(), heap.receive_void()), device_,
        fmt::format("making a heap of {} descriptors", capacity));
  name_object(heap.get(), "view tables");
  heap_ = std::move(heap);
  capacity_ = capacity;
  step_bytes_ = device_->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
}

D3D12_CPU_DESCRIPTOR_HANDLE DescriptorHeap::cpu(UINT index) const {
  D3D12_CPU_DESCRIPTOR_HANDLE handle = cpu_start(heap_.get());
  handle.ptr += static_cast<SIZE_T>(index) * step_bytes_;
  return handle;
}

D3D12_GPU_DESCRIPTOR_HANDLE DescriptorHeap::gpu(UINT index) const {
  D3D12_GPU_DESCRIPTOR_HANDLE handle = gpu_start(heap_.get());
  handle.ptr += static_cast<UINT64>(index) * step_bytes_;
  return handle;
}

}  // namespace modlab::MODLAB_D3D12
