#include "harness/system/host.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <thread>

#if defined(_WIN32)
#include <windows.h>

#include "harness/system/environment.h"
#else
#include <sys/resource.h>
#include <sys/utsname.h>

#include <sstream>

#include "harness/system/file.h"
#endif

namespace modlab {

std::string utc_now() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

std::string describe_host() {
  const unsigned cores = std::thread::hardware_concurrency();
#if defined(_WIN32)
  const std::string processor = environment("PROCESSOR_IDENTIFIER");
  return fmt::format("Windows, {}, {} cores", processor.empty() ? "unknown processor" : processor, cores);
#else
  utsname system{};
  uname(&system);
  std::string processor = system.machine;
  std::istringstream cpuinfo(try_read_file("/proc/cpuinfo").value_or(""));
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) processor = line.substr(line.find(':') + 2);
  return fmt::format("{} {}, {}, {} cores", system.sysname, system.release, processor, cores);
#endif
}

#if defined(_WIN32)

std::filesystem::path this_program() {
  std::wstring path(32768, L'\0');  // the longest path Windows has
  path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return path;
}

void lower_thread_priority() { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL); }

#else

std::filesystem::path this_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

void lower_thread_priority() {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 2 * kNiceIncrement);  // on Linux, of the thread alone
}

#endif

}  // namespace modlab
