#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/store/run_context.h"

namespace modlab::gui {

/// How an unfinished run is resumed. Its context is a file, maybe a stranger's: what was measured and how is taken from
/// there, and what loads code or names a file from the user.
struct Resumption {
  /// What the run was started with and is not resumed with.
  struct Difference {
    std::string recorded;
    std::string instead;
  };
  /// A kernel file of the run, and the user's own, which they have yet to name.
  struct Kernel {
    std::string name;
    std::string file{};
  };

  std::filesystem::path journal;
  std::vector<std::string> choices;  ///< "tune", "--op", …
  std::string runtime;
  std::vector<Difference> differences;
  std::vector<Kernel> kernels;

  /// From the run as it was started; the user is asked.
  [[nodiscard]] bool differs() const { return !differences.empty() || !kernels.empty(); }
  /// What modlab is started with.
  [[nodiscard]] std::vector<std::string> arguments() const;
};

/// Whether it is unfinished, and its command one that resumes.
bool can_resume(const store::RunContext& context);

/// Of a run that can; `runtime` is the form's.
Resumption resumption_of(const store::RunContext& context, const std::filesystem::path& journal,
                         const std::string& runtime);

}  // namespace modlab::gui
