#pragma once

#if defined(_WIN32)
#include <windows.h>
#endif

namespace modlab {

/// Whether a program may ask for what disturbs others, such as fixed clocks. Windows grants that in its developer mode
/// alone (Settings, For developers), and removes the device of a program that asks without.
inline bool developer_mode() {
#if defined(_WIN32)
  DWORD enabled = 0;
  DWORD size = sizeof enabled;
  return RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\AppModelUnlock",
                      L"AllowDevelopmentWithoutDevLicense", RRF_RT_REG_DWORD, nullptr, &enabled,
                      &size) == ERROR_SUCCESS &&
         enabled != 0;
#else
  return true;  // only Windows asks for it
#endif
}

}  // namespace modlab
