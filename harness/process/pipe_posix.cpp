#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include "harness/process/pipe.h"
#include "harness/system/host.h"
#include "kernels/error.h"

extern char** environ;

namespace modlab::process {
namespace {

/// Has SIGINT and SIGTERM blocked in a child from its first instruction, and in whatever it starts.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes_, &blocked);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }

  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// How the child ended, where it does so within that time.
std::optional<int> reap(pid_t child, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kPause{1};
  const auto end = std::chrono::steady_clock::now() + patience;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
    std::this_thread::sleep_for(kPause);
  }
  return status;
}

}  // namespace

struct ChildProcess::Pipe::System {
  pid_t child = 0;
  int socket = -1;
  std::string unsent;
};

ChildProcess::Pipe::Pipe(const std::vector<std::string>& command, Errors errors, Priority priority)
    : system_(std::make_unique<System>()) {
  // Sockets rather than pipes: writing to one whose reader is gone need not raise SIGPIPE.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error(fmt::format("{}: cannot connect to it: {}", command.front(), std::strerror(errno)));
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  if (errors == Errors::with_output) posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const SpawnAttributes attributes;
  const int failed = posix_spawnp(&system_->child, words.front(), &actions, attributes.get(), words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  system_->socket = ends[0];
  if (failed == 0) {
    // At once, since only what the child starts from now on inherits it. A refusal changes nothing.
    if (priority == Priority::lower)
      setpriority(PRIO_PROCESS, static_cast<id_t>(system_->child), getpriority(PRIO_PROCESS, 0) + kNiceIncrement);
    return;
  }
  close(ends[0]);
  throw Error(fmt::format("{}: cannot be started: {}", command.front(), std::strerror(failed)));
}

ChildProcess::Pipe::~Pipe() { close(system_->socket); }

void ChildProcess::Pipe::write(std::string_view bytes) {
  system_->unsent += bytes;
  go_on_sending();
}

void ChildProcess::Pipe::go_on_sending() {
  std::string& unsent = system_->unsent;
  while (!unsent.empty()) {
    const ssize_t sent = send(system_->socket, unsent.data(), unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return;
    unsent.erase(0, sent < 0 ? unsent.size() : static_cast<std::size_t>(sent));
  }
}

ReadResult ChildProcess::Pipe::read_some(std::string& bytes, std::chrono::milliseconds limit) {
  const bool sends = !system_->unsent.empty();
  pollfd waiting{.fd = system_->socket, .events = POLLIN, .revents = 0};
  if (sends) waiting.events |= POLLOUT;
  const int ready = poll(&waiting, 1, static_cast<int>(limit.count()));
  if (ready == 0) return ReadResult::timeout;
  if (ready > 0 && (waiting.revents & POLLOUT) != 0) go_on_sending();
  if (ready > 0 && waiting.revents == POLLOUT) return ReadResult::line;
  std::array<char, 1 << 16> buffer{};
  const ssize_t got = ready < 0 ? -1 : recv(system_->socket, buffer.data(), buffer.size(), 0);
  if (got < 0 && errno == EINTR) return ReadResult::line;  // nothing yet; the caller's clock keeps running
  if (got <= 0) return ReadResult::closed;
  bytes.append(buffer.data(), static_cast<std::size_t>(got));
  return ReadResult::line;
}

std::string ChildProcess::Pipe::end() {
  // A child that has died, or is about to, reports why; a living one is killed.
  pollfd closed{.fd = system_->socket, .events = POLLIN, .revents = 0};
  const bool is_dying = poll(&closed, 1, 0) > 0 && (closed.revents & POLLHUP) != 0;
  std::optional<int> status = reap(system_->child, is_dying ? kDeathTakes : std::chrono::milliseconds::zero());
  if (!status) {
    kill(system_->child, SIGKILL);
    status = reap(system_->child, kKillTakes);
  }
  if (!status) return std::string(kSurvivedKill);
  if (WIFEXITED(*status)) return fmt::format("exited with {}", WEXITSTATUS(*status));
  return fmt::format("was killed by signal {} ({})", WTERMSIG(*status), strsignal(WTERMSIG(*status)));
}

}  // namespace modlab::process
