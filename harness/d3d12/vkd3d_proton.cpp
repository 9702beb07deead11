#include "harness/d3d12/vkd3d_proton.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "harness/d3d12/proton_log.h"
#include "harness/d3d12/runtime_entry_points.h"
#include "harness/d3d12/vulkan_adapters.h"
#include "harness/system/hresult.h"
#include "harness/system/scoped_variable.h"
#include "kernels/error.h"

namespace modlab::MODLAB_D3D12 {
namespace {

constexpr const char* kCore = "libvkd3d-proton-d3d12core.so";

/// The library is a shell around its core, which it looks for by name only. A core that is loaded has that name.
void load_core(const SharedLibrary& library) {
  const auto beside = std::filesystem::canonical(library.loaded_from()).replace_filename(kCore);
  const SharedLibrary core(std::filesystem::exists(beside) ? beside.string() : kCore,
                           fmt::format("it is the core of {}; put it beside that", library.path()));
}

class Vkd3dProton final : public Runtime {
 public:
  explicit Vkd3dProton(const SharedLibrary& library)
      : create_device_(library.require<CreateDevice>("D3D12CreateDevice")),
        serialize_(library.require<SerializeRootSignature>("D3D12SerializeRootSignature")) {
    load_core(library);
    setenv("VKD3D_SHADER_CACHE_PATH", "0", 1);  // else it writes files into the current folder, and compiles less
  }

  [[nodiscard]] const std::string& description() const override {
    if (description_.empty()) {  // asking whether a device could be made starts it
      const ProtonLog::Call call(log());
      static_cast<void>(create(nullptr));
    }
    return description_;
  }

  [[nodiscard]] std::vector<Adapter> adapters() const override { return vulkan_adapters(); }

  [[nodiscard]] ComPtr<ID3D12Device> create_device(const Adapter& adapter) const override {
    // The function takes no adapter outside Windows. The library knows two variables: a part of the name, and an index
    // into Vulkan's list. They are reset because the built-in libvkd3d reads the latter too.
    const ScopedVariable by_name("VKD3D_FILTER_DEVICE_NAME", adapter.name);
    const ScopedVariable by_index("VKD3D_VULKAN_DEVICE", std::to_string(adapter.system_index));
    ComPtr<ID3D12Device> device;
    const ProtonLog::Call call(log());
    const HRESULT result = create(device.receive_void());
    if (FAILED(result))
      throw Error(fmt::format("{} makes no device on {} with driver {}: {}; it says: {} It may take a newer driver",
                              description_, adapter.name, adapter.driver, hresult_text(result), call.complaints()));
    return device;
  }

  [[nodiscard]] std::vector<std::byte> serialize(const D3D12_ROOT_SIGNATURE_DESC& desc) const override {
    return serialize_with(serialize_, desc);
  }

 private:
  static const ProtonLog& log() {
    static const ProtonLog the_log;
    return the_log;
  }

  HRESULT create(void** device) const {
    const HRESULT result = create_device_(nullptr, kFeatureLevel, iid_of<ID3D12Device>(), device);
    const std::string version = log().version();
    description_ = version.empty() ? "vkd3d-proton of unknown version" : "vkd3d-proton " + version;
    return result;
  }

  CreateDevice create_device_;
  SerializeRootSignature serialize_;
  mutable std::string description_;
};

}  // namespace

}  // namespace modlab::MODLAB_D3D12

std::unique_ptr<modlab::d3d12::Implementation> modlab::d3d12::open_vkd3d_proton(const SharedLibrary& library) {
  return MODLAB_D3D12::implementation_of(std::make_unique<MODLAB_D3D12::Vkd3dProton>(library));
}
