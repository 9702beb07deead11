// A DLL in front of Microsoft's DirectML.dll, for tests under Wine: it answers in the place of Wine's Direct3D 12 and
// DXGI what DirectML asks for and they do not have, and leaves the rest to DirectML.
#include "harness/d3d12/api.h"
#include "kernels/modulus/directml_api.h"

namespace {

// Positions in the tables of methods.
constexpr int kQueryInterface = 0;         // IUnknown
constexpr int kCheckFeatureSupport = 13;   // ID3D12Device
constexpr int kCheckInterfaceSupport = 9;  // IDXGIAdapter

using QueryInterface = HRESULT(STDMETHODCALLTYPE*)(IUnknown*, REFIID, void**);
using CheckFeatureSupport = HRESULT(STDMETHODCALLTYPE*)(ID3D12Device*, D3D12_FEATURE, void*, UINT);
using CreateDevice1 = HRESULT(WINAPI*)(ID3D12Device*, DML_CREATE_DEVICE_FLAGS, DML_FEATURE_LEVEL, REFIID, void**);

QueryInterface query_interface = nullptr;
CheckFeatureSupport check_feature_support = nullptr;

/// ID3D12Device5 has a method EnumerateMetaCommands, which libvkd3d does not implement: better no such interface.
HRESULT STDMETHODCALLTYPE query_interface_below_5(IUnknown* object, REFIID iid, void** out) {
  if (IsEqualGUID(iid, __uuidof(ID3D12Device5))) {
    *out = nullptr;
    return E_NOINTERFACE;
  }
  return query_interface(object, iid, out);
}

/// DirectML wants typed loads of more formats for 16-bit elements. Mesa 22.3 has those loads and does not say so.
HRESULT STDMETHODCALLTYPE check_feature_support_with_loads(ID3D12Device* device, D3D12_FEATURE feature, void* data,
                                                           UINT bytes) {
  const HRESULT result = check_feature_support(device, feature, data, bytes);
  if (SUCCEEDED(result) && feature == D3D12_FEATURE_D3D12_OPTIONS)
    static_cast<D3D12_FEATURE_DATA_D3D12_OPTIONS*>(data)->TypedUAVLoadAdditionalFormats = TRUE;
  return result;
}

/// Wine's DXGI asks its Direct3D 10 for a driver's version, which needs OpenGL.
HRESULT STDMETHODCALLTYPE check_interface_support_of_any(IDXGIAdapter*, REFGUID, LARGE_INTEGER* version) {
  if (version != nullptr) version->QuadPart = (31LL << 48) | (101LL << 16);
  return S_OK;
}

template <typename Method>
Method replace(void* object, int position, Method method) {
  void** const table = *static_cast<void***>(object);
  void* const before = table[position];
  DWORD protection = 0;
  if (before != reinterpret_cast<void*>(method) &&
      VirtualProtect(&table[position], sizeof(void*), PAGE_READWRITE, &protection) != 0) {
    table[position] = reinterpret_cast<void*>(method);
    VirtualProtect(&table[position], sizeof(void*), protection, &protection);
  }
  return reinterpret_cast<Method>(before);
}

void replace_methods(ID3D12Device* device) {
  if (query_interface != nullptr) return;
  query_interface = replace(device, kQueryInterface, &query_interface_below_5);
  check_feature_support = replace(device, kCheckFeatureSupport, &check_feature_support_with_loads);
  IDXGIFactory1* factory = nullptr;
  IDXGIAdapter1* adapter = nullptr;
  if (FAILED(CreateDXGIFactory1(__uuidof(IDXGIFactory1), reinterpret_cast<void**>(&factory)))) return;
  if (SUCCEEDED(factory->EnumAdapters1(0, &adapter))) {
    replace(adapter, kCheckInterfaceSupport, &check_interface_support_of_any);
    adapter->Release();
  }
  factory->Release();
}

}  // namespace

extern "C" __declspec(dllexport) HRESULT WINAPI DMLCreateDevice1(ID3D12Device* device, DML_CREATE_DEVICE_FLAGS flags,
                                                                 DML_FEATURE_LEVEL level, REFIID iid, void** out) {
  const HMODULE directml = LoadLibraryW(L"DirectML.dll");
  if (directml == nullptr) return HRESULT_FROM_WIN32(GetLastError());
  replace_methods(device);
  const auto create =
      reinterpret_cast<CreateDevice1>(reinterpret_cast<void*>(GetProcAddress(directml, "DMLCreateDevice1")));
  return create(device, flags, level, iid, out);
}
