#include "harness/system/hresult.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/error.h"

namespace modlab {
namespace {

struct Meaning {
  std::uint32_t code;
  std::string_view name;
  std::string_view text;
};

// Written out because vkd3d's headers define only some of these names.
constexpr std::array<Meaning, 18> kMeanings{{
    {0x80004001, "E_NOTIMPL", "not implemented here"},
    {0x80004002, "E_NOINTERFACE", "the interface is not offered"},
    {0x80004003, "E_POINTER", "a pointer was not accepted"},
    {0x80004004, "E_ABORT", "aborted"},
    {0x80004005, "E_FAIL", "no reason given"},
    {0x80070005, "E_ACCESSDENIED", "access denied"},
    {0x8007000e, "E_OUTOFMEMORY", "out of memory"},
    {0x80070057, "E_INVALIDARG", "an argument was not accepted"},
    {0x887a0001, "DXGI_ERROR_INVALID_CALL", "the call is not legal here"},
    {0x887a0002, "DXGI_ERROR_NOT_FOUND", "not found"},
    {0x887a0004, "DXGI_ERROR_UNSUPPORTED", "not supported"},
    {0x887a0005, "DXGI_ERROR_DEVICE_REMOVED", "the device was removed, or its driver updated or crashed"},
    {0x887a0006, "DXGI_ERROR_DEVICE_HUNG", "the device hung on the commands it was given"},
    {0x887a0007, "DXGI_ERROR_DEVICE_RESET", "the device was reset by another program's commands"},
    {0x887a0020, "DXGI_ERROR_DRIVER_INTERNAL_ERROR", "the driver failed inside and gave up"},
    {0x887a002d, "DXGI_ERROR_SDK_COMPONENT_MISSING", "the graphics tools are not installed"},
    {0x887e0001, "D3D12_ERROR_ADAPTER_NOT_FOUND", "the adapter was not found"},
    {0x887e0002, "D3D12_ERROR_DRIVER_VERSION_MISMATCH", "the driver has another version than expected"},
}};

}  // namespace

std::string hresult_text(std::int32_t result) {
  const auto code = static_cast<std::uint32_t>(result);
  const auto* known =
      std::find_if(kMeanings.begin(), kMeanings.end(), [&](const Meaning& m) { return m.code == code; });
  if (known == kMeanings.end()) return fmt::format("HRESULT {:#010x}", code);
  return fmt::format("{} ({:#010x}): {}", known->name, code, known->text);
}

void check_start(std::int32_t result, std::string_view doing) {
  if (result < 0) throw Error(fmt::format("{} failed: {}", doing, hresult_text(result)));
}

}  // namespace modlab
