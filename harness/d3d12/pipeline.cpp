#include "harness/d3d12/pipeline.h"

#include "harness/d3d12/check.h"
#include "harness/d3d12/device_fate.h"
#include "harness/d3d12/events.h"
#include "harness/device/status.h"

namespace modlab::MODLAB_D3D12 {
namespace {

static_assert(kMaxRootCost == D3D12_MAX_ROOT_COST);

/// Hands out t and u registers in the order of the views.
class Registers {
 public:
  UINT next(const View& view) { return view.writable ? writable_++ : read_only_++; }

 private:
  UINT read_only_ = 0;
  UINT writable_ = 0;
};

std::vector<D3D12_DESCRIPTOR_RANGE> table_ranges(std::span<const View> views) {
  std::vector<D3D12_DESCRIPTOR_RANGE> ranges;
  Registers registers;
  for (const View& view : views) {
    D3D12_DESCRIPTOR_RANGE range{};
    range.RangeType = view.writable ? D3D12_DESCRIPTOR_RANGE_TYPE_UAV : D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
    range.NumDescriptors = 1;
    range.BaseShaderRegister = registers.next(view);
    range.OffsetInDescriptorsFromTableStart = static_cast<UINT>(ranges.size());
    ranges.push_back(range);
  }
  return ranges;
}

/// {} sets only the first member of a union, and the register space lies in that member's padding. So every field of
/// the member in use is set.
D3D12_ROOT_PARAMETER root_constants(std::size_t count) {
  D3D12_ROOT_PARAMETER parameter{};
  parameter.ParameterType = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;
  parameter.Constants.ShaderRegister = 0;
  parameter.Constants.RegisterSpace = 0;
  parameter.Constants.Num32BitValues = static_cast<UINT>(count);
  return parameter;
}

D3D12_ROOT_PARAMETER root_view(const View& view, UINT shader_register) {
  if (view.access == Access::typed)
    throw VariantFailure(Status::device_refused,
                         "Direct3D 12 has no typed root descriptors: bind the views through a table");
  D3D12_ROOT_PARAMETER parameter{};
  parameter.ParameterType = view.writable ? D3D12_ROOT_PARAMETER_TYPE_UAV : D3D12_ROOT_PARAMETER_TYPE_SRV;
  parameter.Descriptor.ShaderRegister = shader_register;
  parameter.Descriptor.RegisterSpace = 0;
  return parameter;
}

ComPtr<ID3D12RootSignature> make_root_signature(ID3D12Device* device, const Runtime& runtime, Binding binding,
                                                std::span<const View> views, std::size_t constants) {
  std::vector<D3D12_ROOT_PARAMETER> parameters{root_constants(constants)};
  const std::vector<D3D12_DESCRIPTOR_RANGE> ranges = table_ranges(views);
  if (binding == Binding::table) {
    D3D12_ROOT_PARAMETER table{};
    table.ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
    table.DescriptorTable.NumDescriptorRanges = static_cast<UINT>(ranges.size());
    table.DescriptorTable.pDescriptorRanges = ranges.data();
    parameters.push_back(table);
  } else {
    Registers registers;
    for (const View& view : views) parameters.push_back(root_view(view, registers.next(view)));
  }
  D3D12_ROOT_SIGNATURE_DESC desc{};
  desc.NumParameters = static_cast<UINT>(parameters.size());
  desc.pParameters = parameters.data();
  const std::vector<std::byte> serialized = runtime.serialize(desc);
  ComPtr<ID3D12RootSignature> root_signature;
  check(device->CreateRootSignature(0, serialized.data(), serialized.size(), iid_of<ID3D12RootSignature>(),
                                    root_signature.receive_void()),
        device, "making the root signature");
  return root_signature;
}

}  // namespace

Pipeline::Pipeline(ID3D12Device* device, const Runtime& runtime, const Plan& plan, std::span<const std::byte> bytecode)
    : name_(plan.name), binding_(plan.binding), views_(plan.views) {
  root_signature_ = make_root_signature(device, runtime, binding_, views_, plan.slices.front().constants.size());
  D3D12_COMPUTE_PIPELINE_STATE_DESC desc{};
  desc.pRootSignature = root_signature_.get();
  desc.CS.pShaderBytecode = bytecode.data();
  desc.CS.BytecodeLength = bytecode.size();
  check(device->CreateComputePipelineState(&desc, iid_of<ID3D12PipelineState>(), state_.receive_void()), device,
        "making the compute pipeline");
  name_object(root_signature_.get(), name_);
  name_object(state_.get(), name_);
}

void Pipeline::leak() {
  DeviceFate::leak(root_signature_.detach());
  DeviceFate::leak(state_.detach());
}

}  // namespace modlab::MODLAB_D3D12
