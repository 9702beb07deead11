#include <fmt/format.h>
#include <vkd3d_shader.h>

#include <filesystem>

#include "harness/d3d12/runtime_entry_points.h"
#include "harness/d3d12/vkd3d_log.h"
#include "harness/d3d12/vkd3d_proton.h"
#include "harness/d3d12/vulkan_adapters.h"
#include "harness/system/hresult.h"
#include "harness/system/scoped_variable.h"
#include "kernels/error.h"

namespace modlab::d3d12 {
namespace {

/// Only libvkd3d has it.
constexpr const char* kVkd3dFunction = "vkd3d_shader_get_version";

std::string version_text(PFN_vkd3d_shader_get_version get_version) {
  unsigned int major = 0;
  unsigned int minor = 0;
  get_version(&major, &minor);
  return fmt::format("libvkd3d {}.{}", major, minor);
}

struct ReleaseInstance {
  void operator()(vkd3d_instance* instance) const { vkd3d_instance_decref(instance); }
};

/// The libvkd3d this program is linked with.
class BuiltInVkd3d final : public Runtime {
 public:
  BuiltInVkd3d() : description_(version_text(&vkd3d_shader_get_version)), get_address_(load_vulkan()) {
    vkd3d_application_info application{};
    application.type = VKD3D_STRUCTURE_TYPE_APPLICATION_INFO;
    application.application_name = "modlab";
    application.api_version = VKD3D_UTILS_API_VERSION;
    vkd3d_instance_create_info info{};
    info.type = VKD3D_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.next = &application;
    info.pfn_signal_event = vkd3d_signal_event;
    info.wchar_size = sizeof(WCHAR);
    info.pfn_vkGetInstanceProcAddr = get_address_;
    const CrashSubject subject = using_drivers();
    vkd3d_instance* instance = nullptr;
    const HRESULT result = vkd3d_create_instance(&info, &instance);
    if (FAILED(result)) {
      static_cast<void>(vulkan_adapters());  // throws with the part of Vulkan that is missing, if any
      check_start(result, "starting libvkd3d over Vulkan");
    }
    instance_.reset(instance);
  }

  [[nodiscard]] const std::string& description() const override { return description_; }

  [[nodiscard]] std::vector<Adapter> adapters() const override {
    std::vector<Adapter> adapters;
    for (VulkanAdapter& entry : with_handles()) adapters.push_back(std::move(entry.adapter));
    return adapters;
  }

  [[nodiscard]] ComPtr<ID3D12Device> create_device(const Adapter& adapter) const override {
    const VkPhysicalDevice chosen = with_handles().at(adapter.index).handle;
    vkd3d_device_create_info info{};
    info.type = VKD3D_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.minimum_feature_level = kFeatureLevel;
    info.instance = instance_.get();
    info.vk_physical_device = chosen;
    ComPtr<ID3D12Device> device;
    check_start(vkd3d_create_device(&info, iid_of<ID3D12Device>(), device.receive_void()),
                fmt::format("making a Direct3D 12 device on {}", adapter.name));
    // The variable wins inside vkd3d; continuing would attribute every figure to the wrong adapter.
    if (vkd3d_get_vk_physical_device(device.get()) != chosen)
      throw Error("VKD3D_VULKAN_DEVICE overrides the choice of the adapter: unset it and use --adapter");
    return device;
  }

  [[nodiscard]] std::vector<std::byte> serialize(const D3D12_ROOT_SIGNATURE_DESC& desc) const override {
    return serialize_with(&D3D12SerializeRootSignature, desc);
  }

 private:
  [[nodiscard]] std::vector<VulkanAdapter> with_handles() const {
    return vulkan_adapters(vkd3d_instance_get_vk_instance(instance_.get()), get_address_);
  }

  std::string description_;
  PFN_vkGetInstanceProcAddr get_address_;
  std::unique_ptr<vkd3d_instance, ReleaseInstance> instance_;
};

/// A libvkd3d of the user's.
class LoadedVkd3d final : public Runtime {
 public:
  explicit LoadedVkd3d(const SharedLibrary& library)
      : create_device_(library.require<CreateDevice>("D3D12CreateDevice")),
        serialize_(library.require<SerializeRootSignature>("D3D12SerializeRootSignature")),
        description_(fmt::format("{} ({})", version_text(library.require<PFN_vkd3d_shader_get_version>(kVkd3dFunction)),
                                 std::filesystem::path(library.path()).filename().string())) {}

  [[nodiscard]] const std::string& description() const override { return description_; }
  [[nodiscard]] std::vector<Adapter> adapters() const override { return vulkan_adapters(); }

  [[nodiscard]] ComPtr<ID3D12Device> create_device(const Adapter& adapter) const override {
    // Outside Windows the function takes no adapter. The variable is reset because the built-in libvkd3d reads it too.
    const ScopedVariable by_index("VKD3D_VULKAN_DEVICE", std::to_string(adapter.system_index));
    ComPtr<ID3D12Device> device;
    check_start(create_device_(nullptr, kFeatureLevel, iid_of<ID3D12Device>(), device.receive_void()),
                fmt::format("making a Direct3D 12 device on {} with {}", adapter.name, description_));
    return device;
  }

  [[nodiscard]] std::vector<std::byte> serialize(const D3D12_ROOT_SIGNATURE_DESC& desc) const override {
    return serialize_with(serialize_, desc);
  }

 private:
  CreateDevice create_device_;
  SerializeRootSignature serialize_;
  std::string description_;
};

}  // namespace

std::unique_ptr<Runtime> built_in_vkd3d() {
  silence_vkd3d();
  return std::make_unique<BuiltInVkd3d>();
}

std::unique_ptr<Runtime> default_runtime() { return built_in_vkd3d(); }

std::unique_ptr<Implementation> library_implementation(const SharedLibrary& library) {
  silence_vkd3d();
  if (library.soname().starts_with("libvkd3d-proton-d3d12")) return open_vkd3d_proton(library);
  static_cast<void>(library.require<CreateDevice>("D3D12CreateDevice"));
  if (library.find<PFN_vkd3d_shader_get_version>(kVkd3dFunction) == nullptr)
    throw Error(fmt::format(
        "{} is neither vkd3d-proton's nor libvkd3d's, so how its methods are called is not known: use one of those",
        library.path()));
  return implementation_of(std::make_unique<LoadedVkd3d>(library));
}

}  // namespace modlab::d3d12
