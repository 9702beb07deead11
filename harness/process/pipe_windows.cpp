#include <fmt/format.h>
#include <fmt/xchar.h>
#include <windows.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <utility>
#include <vector>

#include "harness/process/pipe.h"
#include "harness/system/path.h"
#include "harness/system/trusted_search.h"
#include "harness/system/wide_text.h"
#include "kernels/error.h"

namespace modlab::process {
namespace {

/// Owns a handle.
class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() {
    if (handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
  }

  [[nodiscard]] HANDLE get() const { return handle_; }

 private:
  HANDLE handle_ = nullptr;
};

/// One argument as CommandLineToArgvW reads it back: a backslash is special only before a quote.
std::wstring quoted(const std::wstring& argument) {
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t letter : argument) {
    if (letter == L'"') text.append(backslashes + 1, L'\\');
    backslashes = letter == L'\\' ? backslashes + 1 : 0;
    text += letter;
  }
  return text.append(backslashes, L'\\') + L'"';
}

/// The program's file: CreateProcess would look for a plain name in the current folder, too.
std::filesystem::path file_of(const std::string& program) {
  std::filesystem::path path = path_of(program);
  if (!path.has_extension()) path += ".exe";
  if (path.has_parent_path()) return std::filesystem::absolute(path);
  if (auto file = find_beside_or_on_path(path)) return *std::move(file);
  throw Error(fmt::format("{}: cannot be started: it is neither beside this program nor on the PATH", program));
}

struct Ends {
  Handle ours;
  Handle theirs;
};

/// A named pipe, because an anonymous one cannot be read with a time limit. `theirs` is inherited by children.
Ends make_pipe(bool we_read) {
  static std::atomic<unsigned> count = 0;
  const std::wstring name =
      fmt::format(LR"(\\.\pipe\modlab-{}-{})", static_cast<unsigned long>(GetCurrentProcessId()), count++);
  const DWORD access = we_read ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND;
  constexpr DWORD kBytes = 1 << 16;
  SECURITY_ATTRIBUTES inherited{.nLength = sizeof inherited, .lpSecurityDescriptor = nullptr, .bInheritHandle = TRUE};
  Ends ends;
  ends.ours = Handle(CreateNamedPipeW(name.c_str(), access | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                      PIPE_TYPE_BYTE | PIPE_WAIT, 1, kBytes, kBytes, 0, nullptr));
  ends.theirs = Handle(CreateFileW(name.c_str(), we_read ? GENERIC_WRITE : GENERIC_READ, 0, &inherited, OPEN_EXISTING,
                                   FILE_ATTRIBUTE_NORMAL, nullptr));
  return ends;
}

/// Tells CreateProcess which handles the child inherits: only these. Files that this process has open are not among
/// them, because Windows does not replace a file that a child has open too.
class Inheritance {
 public:
  explicit Inheritance(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
    SIZE_T bytes = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    memory_.resize(bytes);
    if (InitializeProcThreadAttributeList(list(), 1, 0, &bytes) == 0) throw Error("no memory to start a process");
    UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                              handles_.size() * sizeof(HANDLE), nullptr, nullptr);
  }
  Inheritance(const Inheritance&) = delete;
  Inheritance& operator=(const Inheritance&) = delete;
  ~Inheritance() { DeleteProcThreadAttributeList(list()); }

  LPPROC_THREAD_ATTRIBUTE_LIST list() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data()); }

 private:
  std::vector<HANDLE> handles_;  // the list refers to them
  std::vector<std::byte> memory_;
};

/// Our stderr, for a child to inherit; none where this process has none, as a GUI program may.
Handle inheritable_stderr() {
  HANDLE copy = nullptr;
  DuplicateHandle(GetCurrentProcess(), GetStdHandle(STD_ERROR_HANDLE), GetCurrentProcess(), &copy, 0, TRUE,
                  DUPLICATE_SAME_ACCESS);
  return Handle(copy);
}

/// Children in this job, and theirs, are killed when this process ends, however it ends.
HANDLE job_that_ends_with_us() {
  static const HANDLE job = [] {
    const HANDLE made = CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(made, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return made;
  }();
  return job;
}

}  // namespace

struct ChildProcess::Pipe::System {
  Handle process;
  Handle to_child;
  Handle from_child;
  Handle done{CreateEventW(nullptr, TRUE, FALSE, nullptr)};
  Handle taken{CreateEventW(nullptr, TRUE, FALSE, nullptr)};
  OVERLAPPED write{};   ///< of `sending`
  std::string sending;  ///< the system reads it until it is taken; empty where no write is under way
  std::string unsent;   ///< what follows it
};

ChildProcess::Pipe::Pipe(const std::vector<std::string>& command, Errors errors, Priority priority)
    : system_(std::make_unique<System>()) {
  const std::filesystem::path file = file_of(command.front());
  Ends input = make_pipe(/*we_read=*/false);
  Ends output = make_pipe(/*we_read=*/true);
  std::wstring words;
  for (const std::string& word : command) words += (words.empty() ? L"" : L" ") + quoted(widened(word));
  const Handle error = errors == Errors::ours ? inheritable_stderr() : Handle();
  std::vector<HANDLE> inherited{input.theirs.get(), output.theirs.get()};
  if (error.get() != nullptr) inherited.push_back(error.get());
  Inheritance inheritance(std::move(inherited));
  STARTUPINFOEXW startup{};
  startup.StartupInfo.cb = sizeof startup;
  startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  startup.StartupInfo.hStdInput = input.theirs.get();
  startup.StartupInfo.hStdOutput = output.theirs.get();
  startup.StartupInfo.hStdError = errors == Errors::ours ? error.get() : output.theirs.get();
  startup.lpAttributeList = inheritance.list();
  // In a process group of its own, a child does not get our console's Ctrl+C.
  const DWORD flags = EXTENDED_STARTUPINFO_PRESENT | CREATE_NEW_PROCESS_GROUP |
                      (errors == Errors::ours ? 0 : CREATE_NO_WINDOW) |
                      (priority == Priority::ours ? 0 : BELOW_NORMAL_PRIORITY_CLASS);
  PROCESS_INFORMATION started{};
  if (CreateProcessW(file.c_str(), words.data(), nullptr, nullptr, TRUE, flags, nullptr, nullptr, &startup.StartupInfo,
                     &started) == 0)
    throw Error(fmt::format("{}: cannot be started: error {}", command.front(), GetLastError()));
  CloseHandle(started.hThread);
  system_->process = Handle(started.hProcess);
  AssignProcessToJobObject(job_that_ends_with_us(), started.hProcess);
  system_->to_child = std::move(input.ours);
  system_->from_child = std::move(output.ours);
}

ChildProcess::Pipe::~Pipe() {
  if (system_->sending.empty()) return;
  CancelIoEx(system_->to_child.get(), &system_->write);
  DWORD written = 0;
  GetOverlappedResult(system_->to_child.get(), &system_->write, &written, TRUE);
}

void ChildProcess::Pipe::write(std::string_view bytes) {
  system_->unsent += bytes;
  go_on_sending();
}

void ChildProcess::Pipe::go_on_sending() {
  System& system = *system_;
  const auto nobody_reads = [&] {
    system.sending.clear();
    system.unsent.clear();
  };
  while (true) {
    if (!system.sending.empty()) {
      DWORD written = 0;
      const bool is_taken = GetOverlappedResult(system.to_child.get(), &system.write, &written, FALSE) != 0;
      if (!is_taken && GetLastError() == ERROR_IO_INCOMPLETE) return;
      if (!is_taken) return nobody_reads();
      system.sending.erase(0, written);
    }
    if (system.sending.empty()) system.sending.swap(system.unsent);
    if (system.sending.empty()) return;
    system.write = {};
    system.write.hEvent = system.taken.get();
    const bool begun = WriteFile(system.to_child.get(), system.sending.data(),
                                 static_cast<DWORD>(system.sending.size()), nullptr, &system.write) != 0 ||
                       GetLastError() == ERROR_IO_PENDING;
    if (!begun) return nobody_reads();
  }
}

ReadResult ChildProcess::Pipe::read_some(std::string& bytes, std::chrono::milliseconds limit) {
  OVERLAPPED request{};
  request.hEvent = system_->done.get();
  std::array<char, 1 << 16> buffer{};
  const bool begun = ReadFile(system_->from_child.get(), buffer.data(), buffer.size(), nullptr, &request) != 0 ||
                     GetLastError() == ERROR_IO_PENDING;
  if (!begun) return ReadResult::closed;
  const std::array events{request.hEvent, system_->taken.get()};
  const DWORD event =
      WaitForMultipleObjects(system_->sending.empty() ? 1 : 2, events.data(), FALSE, static_cast<DWORD>(limit.count()));
  const bool is_cancelled = event != WAIT_OBJECT_0;
  if (is_cancelled) CancelIo(system_->from_child.get());
  // What arrived just before the cancellation is kept.
  DWORD got = 0;
  const bool has_read = GetOverlappedResult(system_->from_child.get(), &request, &got, TRUE) != 0;
  if (!has_read && (!is_cancelled || GetLastError() != ERROR_OPERATION_ABORTED)) return ReadResult::closed;
  if (event == WAIT_TIMEOUT && !has_read) return ReadResult::timeout;
  bytes.append(buffer.data(), got);
  go_on_sending();
  return ReadResult::line;
}

std::string ChildProcess::Pipe::end() {
  DWORD available = 0;
  const bool closed = PeekNamedPipe(system_->from_child.get(), nullptr, 0, nullptr, &available, nullptr) == 0;
  if (WaitForSingleObject(system_->process.get(), closed ? static_cast<DWORD>(kDeathTakes.count()) : 0) !=
      WAIT_OBJECT_0) {
    TerminateProcess(system_->process.get(), 1);
    const DWORD event = WaitForSingleObject(system_->process.get(), static_cast<DWORD>(kKillTakes.count()));
    return event == WAIT_OBJECT_0 ? "was killed" : std::string(kSurvivedKill);
  }
  DWORD status = 0;
  GetExitCodeProcess(system_->process.get(), &status);
  // A crash's exit status is its exception, such as 0xC0000005.
  return status < 256 ? fmt::format("exited with {}", status) : fmt::format("was ended by exception {:#010X}", status);
}

}  // namespace modlab::process
