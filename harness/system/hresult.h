#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace modlab {

// HRESULT is a 32-bit integer on every platform; Windows' and vkd3d's headers each define it their own way.

/// "E_INVALIDARG (0x80070057): an argument was not accepted".
std::string hresult_text(std::int32_t result);

/// Start-up: a failure stops the command. `doing` completes "… failed", e.g. "making the command queue".
void check_start(std::int32_t result, std::string_view doing);

}  // namespace modlab
