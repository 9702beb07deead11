#include <fmt/format.h>
#include <xxhash.h>

#include <filesystem>

#include "harness/d3d12/runtime_entry_points.h"
#include "harness/system/file.h"
#include "harness/system/hresult.h"
#include "harness/system/path.h"
#include "harness/system/wide_text.h"
#include "kernels/error.h"

namespace modlab::d3d12 {
namespace {

std::string driver_text(IDXGIAdapter1* adapter) {
  LARGE_INTEGER version;
  if (FAILED(adapter->CheckInterfaceSupport(iid_of<IDXGIDevice>(), &version))) return "unknown driver";
  return fmt::format("driver {}.{}.{}.{}", HIWORD(version.HighPart), LOWORD(version.HighPart), HIWORD(version.LowPart),
                     LOWORD(version.LowPart));
}

/// " with Agility SDK 614" in a program that was built to ask for one.
std::string agility_text() {
  const auto* version = reinterpret_cast<const UINT*>(GetProcAddress(GetModuleHandleW(nullptr), "D3D12SDKVersion"));
  return version != nullptr ? fmt::format(" with Agility SDK {}", *version) : std::string();
}

/// The version of the file, or what tells two files without one apart: vkd3d-proton's, whose core lies beside the
/// library, and Wine's.
std::string version_text(const SharedLibrary& library) {
  if (const std::string version = library.file_version(); !version.empty()) return version;
  std::string content;
  for (const char* name : {"d3d12.dll", "d3d12core.dll"})
    content += try_read_file(library.loaded_from().replace_filename(name)).value_or("");
  return fmt::format("with content {:016x}", XXH3_64bits(content.data(), content.size()));
}

/// Every adapter in DXGI's order: the fastest first where DXGI can tell.
std::vector<ComPtr<IDXGIAdapter1>> dxgi_adapters() {
  ComPtr<IDXGIFactory1> factory;
  check_start(CreateDXGIFactory1(iid_of<IDXGIFactory1>(), factory.receive_void()), "starting DXGI");
  ComPtr<IDXGIFactory6> by_preference;
  const bool ordered = SUCCEEDED(factory->QueryInterface(iid_of<IDXGIFactory6>(), by_preference.receive_void()));
  std::vector<ComPtr<IDXGIAdapter1>> adapters;
  for (UINT i = 0;; ++i) {
    ComPtr<IDXGIAdapter1> adapter;
    const HRESULT result =
        ordered ? by_preference->EnumAdapterByGpuPreference(i, DXGI_GPU_PREFERENCE_HIGH_PERFORMANCE,
                                                            iid_of<IDXGIAdapter1>(), adapter.receive_void())
                : factory->EnumAdapters1(i, adapter.receive());
    if (FAILED(result)) return adapters;
    adapters.push_back(std::move(adapter));
  }
}

/// d3d12.dll, Windows' own or another's.
class DllRuntime final : public Runtime {
 public:
  explicit DllRuntime(const SharedLibrary& library)
      : create_device_(library.require<CreateDevice>("D3D12CreateDevice")),
        serialize_(library.require<SerializeRootSignature>("D3D12SerializeRootSignature")),
        description_(fmt::format("{} {}{}", path_of(library.path()).filename().string(), version_text(library),
                                 agility_text())) {}

  [[nodiscard]] const std::string& description() const override { return description_; }

  [[nodiscard]] std::vector<Adapter> adapters() const override {
    std::vector<Adapter> hardware;
    std::vector<Adapter> software;
    const auto found = dxgi_adapters();
    for (std::size_t i = 0; i < found.size(); ++i) {
      DXGI_ADAPTER_DESC1 desc{};
      check_start(found[i]->GetDesc1(&desc), "describing an adapter");
      Adapter adapter;
      adapter.name = narrowed(desc.Description);
      adapter.driver = driver_text(found[i].get());
      adapter.memory_bytes = desc.DedicatedVideoMemory != 0 ? desc.DedicatedVideoMemory : desc.SharedSystemMemory;
      adapter.software = (desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE) != 0;
      adapter.system_index = static_cast<std::uint32_t>(i);
      (adapter.software ? software : hardware).push_back(std::move(adapter));
    }
    for (Adapter& adapter : software) hardware.push_back(std::move(adapter));
    for (std::size_t i = 0; i < hardware.size(); ++i) hardware[i].index = static_cast<std::uint32_t>(i);
    if (hardware.empty()) throw Error("DXGI lists no adapter: install the GPU's driver");
    return hardware;
  }

  [[nodiscard]] ComPtr<ID3D12Device> create_device(const Adapter& adapter) const override {
    const auto found = dxgi_adapters();
    if (adapter.system_index >= found.size()) throw Error(fmt::format("the adapter {} is gone", adapter.name));
    ComPtr<ID3D12Device> device;
    check_start(
        create_device_(found[adapter.system_index].get(), kFeatureLevel, iid_of<ID3D12Device>(), device.receive_void()),
        fmt::format("making a Direct3D 12 device on {}", adapter.name));
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

std::unique_ptr<Runtime> default_runtime() {
  return std::make_unique<DllRuntime>(SharedLibrary("d3d12.dll", "Direct3D 12 needs Windows 10 or later"));
}

std::unique_ptr<Runtime> built_in_vkd3d() {
  throw Error(
      "libvkd3d is not built into the Windows program: use --runtime auto or the path of a Direct3D 12 library");
}

std::unique_ptr<Implementation> library_implementation(const SharedLibrary& library) {
  return implementation_of(std::make_unique<DllRuntime>(library));
}

}  // namespace modlab::d3d12
