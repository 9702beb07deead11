#include "harness/d3d12/modulus_kernel.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "kernels/error.h"

namespace modlab::d3d12 {
namespace {

/// The plan of an invalid operator may index past its tensors.
modulus::KernelPlan validated(modulus::KernelPlan plan) {
  modulus::validate(plan.desc, modulus::FeatureLevel::level_3_0);
  return plan;
}

void require_room(std::string_view tensor, const TensorDesc& desc, const TensorLocation& location, bool written) {
  if (location.resource == nullptr) throw Error(fmt::format("{}: has no buffer", tensor));
  if (location.offset_bytes % kTensorAlignmentBytes != 0)
    throw Error(fmt::format("{}: its offset of {} bytes is not a multiple of {}", tensor, location.offset_bytes,
                            kTensorAlignmentBytes));
  const D3D12_RESOURCE_DESC buffer = desc_of(location.resource);
  if (buffer.Dimension != D3D12_RESOURCE_DIMENSION_BUFFER)
    throw Error(fmt::format("{}: its resource is not a buffer", tensor));
  const std::uint64_t bytes = storage_bytes(desc);
  if (location.offset_bytes > buffer.Width || bytes > buffer.Width - location.offset_bytes)
    throw Error(fmt::format("{}: needs {} bytes from offset {}, and its buffer has {}", tensor, bytes,
                            location.offset_bytes, buffer.Width));
  if (written && (buffer.Flags & D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS) == 0)
    throw Error(fmt::format("{}: its buffer was created without ALLOW_UNORDERED_ACCESS", tensor));
}

void require_same(std::string_view input, const TensorLocation& location, const TensorLocation& out) {
  if (location != out)
    throw Error(fmt::format("Out: is to be computed over {}, but is bound to another location", input));
}

}  // namespace

ModulusKernel::ModulusKernel(ID3D12Device* device, const Runtime& runtime, modulus::KernelPlan plan,
                             std::span<const std::byte> bytecode)
    : device_(device), plan_(validated(std::move(plan))), pipeline_(device, runtime, plan_, bytecode) {}

BoundModulus ModulusKernel::bind(const ModulusTensors& tensors) const {
  require_room("A", plan_.desc.a, tensors.a, false);
  require_room("B", plan_.desc.b, tensors.b, false);
  require_room("Out", plan_.desc.out, tensors.out, true);
  if (plan_.desc.over_a) require_same("A", tensors.a, tensors.out);
  if (plan_.desc.over_b) require_same("B", tensors.b, tensors.out);
  const TensorLocations locations{tensors.a, tensors.b, tensors.out};
  if (mixes_use(plan_.views, locations))
    throw Error("Out: its buffer also holds an operand that is only read; Direct3D 12 has no state for both");
  return {*this, locations};
}

BoundModulus::BoundModulus(const ModulusKernel& kernel, const TensorLocations& locations)
    : kernel_(&kernel), locations_(locations), heap_(kernel.device_) {
  heap_.reserve(descriptor_count(kernel.pipeline_, kernel.plan_.slices));
  write_tables(kernel.device_, kernel.pipeline_, kernel.plan_.slices, locations_, heap_, 0);
}

void BoundModulus::record(ID3D12GraphicsCommandList* list) const& {
  if (heap_.get() != nullptr) {
    ID3D12DescriptorHeap* const heaps[] = {heap_.get()};
    list->SetDescriptorHeaps(1, heaps);
  }
  record_slices(list, kernel_->pipeline_, kernel_->plan_.slices, locations_, heap_, 0);
}

}  // namespace modlab::d3d12
