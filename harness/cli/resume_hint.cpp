#include "harness/cli/resume_hint.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/command_line.h"
#include "harness/system/file_failure.h"
#include "harness/system/interrupt.h"
#include "harness/system/shell_line.h"
#include "harness/tune/evaluator.h"

namespace modlab::cli {
namespace {

std::string hint(std::string_view what, const std::filesystem::path& journal) {
  std::vector<std::string> option;
  analysis::add_option(option, "--resume", journal.string());
  return fmt::format("{}; what is finished is kept, and the same call with {} continues", what,
                     shell_line(option).value_or("--resume"));
}

}  // namespace

void with_resume_hint(const std::filesystem::path& journal, const std::function<void()>& work) try {
  work();
} catch (const Interrupted& interrupted) {
  throw Interrupted{interrupted.signal, hint(interrupted.message, journal)};
} catch (const FileFailure& failure) {
  throw FileFailure(hint(failure.what(), journal));
} catch (const tune::DeviceGone& gone) {
  throw tune::DeviceGone(hint(gone.what(), journal));
}

}  // namespace modlab::cli
