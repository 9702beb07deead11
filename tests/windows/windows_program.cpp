#include "tests/windows/windows_program.h"

#include <signal.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "kernels/split.h"

namespace modlab {
namespace {

namespace fs = std::filesystem;

/// A run that hangs ends before CTest's own limit, which would leave Wine's processes behind.
constexpr const char* kSeconds = "240";

std::vector<std::string> command_line(const std::vector<std::string>& words,
                                      const std::vector<std::string>& environment = {},
                                      const std::string& current_folder = ".") {
  // A Windows program cannot start a DXC server for Linux.
  std::vector<std::string> command{"/usr/bin/env", "--unset=MODLAB_DXC_SERVER", "--chdir=" + current_folder};
  command.insert(command.end(), environment.begin(), environment.end());
  command.insert(command.end(), {"/usr/bin/timeout", kSeconds, MODLAB_WINDOWS_RUNNER});
  command.push_back(MODLAB_WINDOWS_PROGRAMS "/" + words.front());
  command.insert(command.end(), words.begin() + 1, words.end());
  return command;
}

std::vector<std::string> command_line(const std::string& words) {
  const auto parts = split_words(words);
  return command_line(std::vector<std::string>(parts.begin(), parts.end()));
}

ProcessResult with_unix_lines(ProcessResult result) {
  std::erase(result.out, '\r');
  std::erase(result.err, '\r');
  return result;
}

ProcessResult run_with_retries(const std::vector<std::string>& command) {
  // On a loaded arm64 machine 2 of some 430 runs ended so, for no reason that was found. A Windows program that crashes
  // by itself ends with the low byte of its exception instead, so that the emulator is the likely cause.
  constexpr int kEmulatorCrashed = 128 + SIGSEGV;
  ProcessResult result = run_process(command);
  for (int again = 0; again < 2 && result.status == kEmulatorCrashed; ++again) result = run_process(command);
  return with_unix_lines(result);
}

/// A process of Wine's as /proc has it, with blanks in place of the zeros.
struct WineProcess {
  pid_t id = 0;
  std::string command_line;
  std::string prefix;  ///< the folder that the processes of one winrun share
};

std::string read_proc(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::string spaced = text.str();
  std::ranges::replace(spaced, '\0', ' ');
  return spaced;
}

/// Without an emulator, Wine replaces its own name on the command line by the Windows program's.
bool runs_windows_program(const fs::path& process, const std::string& command_line) {
  std::error_code gone;
  return fs::read_symlink(process / "exe", gone).filename() == "wine64" ||
         command_line.find("/wine64 ") != std::string::npos;
}

/// Those that run a Windows program, not Wine's server.
std::vector<WineProcess> wine_processes() {
  std::vector<WineProcess> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    WineProcess process;
    if (std::from_chars(name.data(), name.data() + name.size(), process.id).ec != std::errc{}) continue;
    process.command_line = read_proc(entry.path() / "cmdline");
    if (!runs_windows_program(entry.path(), process.command_line)) continue;
    constexpr std::string_view kVariable = "WINEPREFIX=";
    const std::string environment = read_proc(entry.path() / "environ");
    if (const std::size_t at = environment.find(kVariable); at != std::string::npos) {
      const std::size_t begin = at + kVariable.size();
      process.prefix = environment.substr(begin, environment.find(' ', begin) - begin);
      found.push_back(std::move(process));
    }
  }
  return found;
}

std::optional<WineProcess> program_with(const std::vector<WineProcess>& all, const std::string& text) {
  const auto found =
      std::ranges::find_if(all, [&](const auto& each) { return each.command_line.find(text) != std::string::npos; });
  return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

void WindowsProgram::SetUp() {
  if (!fs::exists(MODLAB_WINDOWS_RUNNER))
    GTEST_SKIP() << "nothing here runs Windows programs; scripts/setup-windows brings what does";
  for (const char* program : {"modlab.exe", "modlab-bench.exe", "modlab-gui.exe"})
    if (!fs::exists(fs::path(MODLAB_WINDOWS_PROGRAMS) / program))
      GTEST_SKIP() << "there is no " << program << "; scripts/build windows-cross makes it";
}

std::string WindowsProgram::windows_path(const std::string& name) const {
  std::string text = "Z:" + path(name);
  std::ranges::replace(text, '/', '\\');
  return text;
}

ProcessResult WindowsProgram::run(const std::string& words) { return run_with_retries(command_line(words)); }

ProcessResult WindowsProgram::run(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                                  const std::string& current_folder) {
  return run_with_retries(command_line(words, environment, current_folder));
}

ProcessResult WindowsProgram::run_on_terminal(int columns, const std::vector<std::string>& words) {
  std::string line = "stty rows 40 columns " + std::to_string(columns) + " && exec";
  for (const std::string& word : command_line(words)) line += " '" + word + "'";
  return run_with_retries({"/usr/bin/script", "--quiet", "--return", "--command", line, "/dev/null"});
}

ProcessResult WindowsProgram::run_polling(const std::string& words, const std::function<void()>& poll) {
  return with_unix_lines(modlab::run_polling(command_line(words), [&](pid_t) { poll(); }));
}

std::string long_folder() {
  const std::string name(60, 'x');
  return name + '/' + name + '/' + name + '/' + name + '/' + name;
}

bool kill_program_with(const std::string& text) {
  const auto program = program_with(wine_processes(), text);
  return program && kill(program->id, SIGKILL) == 0;
}

bool kill_worker_of(const std::string& text) {
  const auto all = wine_processes();
  const auto program = program_with(all, text);
  if (!program) return false;
  const auto worker = std::ranges::find_if(all, [&](const auto& each) {
    return each.prefix == program->prefix && each.command_line.find("modlab.exe worker ") != std::string::npos;
  });
  return worker != all.end() && kill(worker->id, SIGKILL) == 0;
}

}  // namespace modlab
