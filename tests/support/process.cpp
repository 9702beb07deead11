#include "tests/support/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "harness/system/file.h"
#include "kernels/split.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

/// In the child: files in place of stdout and stderr, then the program.
[[noreturn]] void become(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                         const std::string& out, const std::string& err) {
  const int null = open("/dev/null", O_RDONLY);
  const int out_file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err_file = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (dup2(null, 0) < 0 || dup2(out_file, 1) < 0 || dup2(err_file, 2) < 0) _exit(126);
  for (const std::string& variable : environment) {
    const std::size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

template <typename Wait>
ProcessResult run(const std::vector<std::string>& command, const std::vector<std::string>& environment, Wait wait) {
  char pattern[] = "/tmp/modlab-process-XXXXXX";
  const std::string folder = mkdtemp(pattern);
  const std::string out = folder + "/out";
  const std::string err = folder + "/err";
  const pid_t child = fork();
  if (child == 0) become(command, environment, out, err);
  const int status = wait(child);
  ProcessResult result{WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), read_file(out), read_file(err)};
  std::filesystem::remove_all(folder);
  return result;
}

}  // namespace

std::vector<std::string> command_line(const std::string& program, std::string_view words) {
  std::vector<std::string> command{program};
  for (const std::string_view word : split_words(words)) command.emplace_back(word);
  return command;
}

ProcessResult run_process(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  return run(command, environment, [](pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  });
}

ProcessResult run_polling(const std::vector<std::string>& command, const std::function<void(pid_t)>& poll) {
  return run(command, {}, [&](pid_t child) {
    int status = 0;
    while (waitpid(child, &status, WNOHANG) != child) {
      poll(child);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return status;
  });
}

ProcessResult run_and_kill(const std::vector<std::string>& command, const std::function<bool()>& when) {
  bool killed = false;  // it takes a moment to die, and by then `when` may be false again
  return run_polling(command, [&](pid_t child) {
    if (killed || !when()) return;
    killed = true;
    kill(child, SIGKILL);
  });
}

}  // namespace modlab
