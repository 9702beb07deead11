// Leaves a file in the current folder as soon as it is loaded or started, and passes for DXC's program.
#include <windows.h>

#include <cstdio>

namespace {

void leave_a_trace() {
  CloseHandle(CreateFileW(L"planted-ran", GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr));
}

}  // namespace

extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD reason, void*) {
  if (reason == DLL_PROCESS_ATTACH) leave_a_trace();
  return TRUE;
}

int main() {
  leave_a_trace();
  std::puts("dxcompiler.dll: 1.98 (planted)");
}
