#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/store/kernel_trial.h"

namespace modlab::gui {

/// What is known of a kernel file by the trials of its saves.
struct KernelTrials {
  std::optional<store::KernelRival> rival;  ///< nothing until it is chosen
  std::vector<store::KernelTrial> trials;   ///< oldest first
  std::string message;                      ///< what the program printed beside, such as why it ended

  /// The last trial of each save, oldest first: where several variants were tried, it is that of the best, or of the
  /// one that failed.
  [[nodiscard]] std::vector<const store::KernelTrial*> last_of_saves() const;
};

/// The words with which `modlab kernel try` takes a workload of a run; where the run was made on this machine, its best
/// exact variant is the rival.
std::vector<std::string> trial_options(const analysis::Run& run, const std::string& workload);

/// `modlab kernel try --watch` at work on a kernel file, in a process of its own: whatever the kernel does harms nobody
/// here. No call waits for it, except the destructor.
class KernelSession {
 public:
  KernelSession() = default;
  KernelSession(const KernelSession&) = delete;
  KernelSession& operator=(const KernelSession&) = delete;
  ~KernelSession();

  /// Begins with a file and more words of the command line, in place of what is at work.
  void start(const std::filesystem::path& file, std::vector<std::string> options);

  [[nodiscard]] bool is_alive() const;
  /// A copy: the process goes on.
  [[nodiscard]] KernelTrials trials() const;

 private:
  void watch(std::vector<std::string> arguments, const std::stop_token& stop);
  void take(const std::string& line);

  mutable std::mutex mutex_;  ///< guards the next two
  KernelTrials trials_;
  int alive_ = 0;
  std::jthread watcher_;  ///< last, so that it ends before what it writes is destroyed
};

}  // namespace modlab::gui
