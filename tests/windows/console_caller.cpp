// console_caller PROGRAM ARG…: runs a program as a shell does on a console that has a code page of old, hands over no
// streams, and says which code page the console has in the end. Exit status: the program's.
#include <windows.h>

#include <cstdio>
#include <string>

int wmain(int argc, wchar_t** argv) {
  SetConsoleOutputCP(437);
  std::wstring line;
  for (int i = 1; i < argc; ++i) line += (i == 1 ? L"\"" : L" \"") + std::wstring(argv[i]) + L"\"";
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  PROCESS_INFORMATION started{};
  if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, FALSE, 0, nullptr, nullptr, &startup, &started) == 0)
    return 125;
  WaitForSingleObject(started.hProcess, INFINITE);
  DWORD status = 0;
  GetExitCodeProcess(started.hProcess, &status);
  std::setvbuf(stdout, nullptr, _IOFBF, BUFSIZ);  // shown as one piece
  std::printf("code page %u\n", GetConsoleOutputCP());
  return static_cast<int>(status);
}
