#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab {

/// The programs that the preset windows-cross built, run by what scripts/setup-windows provides.
class WindowsProgram : public ::testing::Test {
 protected:
  /// Skips the test where the programs or what runs them are absent.
  void SetUp() override;

  /// Runs "modlab.exe devices" and the like to its end. What it prints has the line ends of this system.
  [[nodiscard]] static ProcessResult run(const std::string& words);
  /// The same for words that may have blanks, in a folder of this system, with changes to its environment as env(1)
  /// takes them.
  [[nodiscard]] static ProcessResult run(const std::vector<std::string>& words,
                                         const std::vector<std::string>& environment = {},
                                         const std::string& current_folder = ".");
  /// The same on a terminal; `out` is what it shows, with escape sequences.
  [[nodiscard]] static ProcessResult run_on_terminal(int columns, const std::vector<std::string>& words);
  /// The same, calling `poll` every few milliseconds.
  [[nodiscard]] static ProcessResult run_polling(const std::string& words, const std::function<void()>& poll);

  /// How a Windows program names this file of the test's own.
  [[nodiscard]] std::string windows_path(const std::string& name) const;
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  TemporaryFolder folder_;
};

/// Names of folders that are in each other, with more than the 260 characters that paths of Windows once could have.
std::string long_folder();

/// Kills, with SIGKILL, the Windows program whose command line has this text. False where there is none.
bool kill_program_with(const std::string& text);

/// Kills the worker of the Windows program whose command line has this text. False where there is none yet.
bool kill_worker_of(const std::string& text);

}  // namespace modlab
