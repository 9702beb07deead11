#include "harness/d3d12/traits.h"

#include "harness/system/visible_text.h"

namespace modlab::MODLAB_D3D12 {
namespace {

/// D3D_SHADER_MODEL packs major and minor into a byte. Asking an implementation about a model it does not know is an
/// error, so this starts at the newest model and goes down.
ShaderModel highest_shader_model(ID3D12Device* device) {
  constexpr int kNewest = 0x68;
  constexpr int kOldest60 = 0x60;
  for (int model = kNewest; model >= kOldest60; --model) {
    D3D12_FEATURE_DATA_SHADER_MODEL answer{static_cast<D3D_SHADER_MODEL>(model)};
    if (FAILED(device->CheckFeatureSupport(D3D12_FEATURE_SHADER_MODEL, &answer, sizeof answer))) continue;
    const auto highest = static_cast<unsigned>(answer.HighestShaderModel);
    return {static_cast<std::uint8_t>(highest >> 4U), static_cast<std::uint8_t>(highest & 15U)};
  }
  return {5, 1};  // the least that every Direct3D 12 device supports
}

bool can_load_typed(ID3D12Device* device, DXGI_FORMAT format) {
  D3D12_FEATURE_DATA_FORMAT_SUPPORT answer{format, D3D12_FORMAT_SUPPORT1_NONE, D3D12_FORMAT_SUPPORT2_NONE};
  return SUCCEEDED(device->CheckFeatureSupport(D3D12_FEATURE_FORMAT_SUPPORT, &answer, sizeof answer)) &&
         (answer.Support2 & D3D12_FORMAT_SUPPORT2_UAV_TYPED_LOAD) != 0;
}

}  // namespace

DeviceTraits query_traits(ID3D12Device* device, const Adapter& adapter, const std::string& implementation) {
  DeviceTraits traits;
  // Drivers choose these names, which become keys: what is shown is what is compared.
  traits.adapter = visible_text(adapter.name);
  traits.driver = visible_text(adapter.driver);
  traits.implementation = visible_text(implementation);
  traits.software = adapter.software;
  traits.memory_bytes = adapter.memory_bytes;
  traits.highest_shader_model = highest_shader_model(device);

  // An implementation that does not know the query does not have the feature.
  D3D12_FEATURE_DATA_D3D12_OPTIONS1 waves{};
  if (SUCCEEDED(device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS1, &waves, sizeof waves))) {
    traits.wave_ops = waves.WaveOps != 0;
    traits.wave_lanes_min = waves.WaveLaneCountMin;
    traits.wave_lanes_max = waves.WaveLaneCountMax;
  }
  D3D12_FEATURE_DATA_D3D12_OPTIONS4 types{};
  if (SUCCEEDED(device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS4, &types, sizeof types)))
    traits.native_16bit = types.Native16BitShaderOpsSupported != 0;
  traits.typed_load_8 = can_load_typed(device, DXGI_FORMAT_R32G32_UINT);
  traits.typed_load_16 = can_load_typed(device, DXGI_FORMAT_R32G32B32A32_UINT);
  return traits;
}

}  // namespace modlab::MODLAB_D3D12
