#include "gui/runs/modlab_process.h"

#include <chrono>

#include "harness/system/host.h"

namespace modlab::gui {
namespace {

/// How often a stop is looked for.
constexpr std::chrono::milliseconds kPollInterval{50};

}  // namespace

std::filesystem::path modlab_program() {
  const std::filesystem::path self = this_program();
  return self.parent_path() / std::filesystem::path("modlab").replace_extension(self.extension());
}

std::string run_modlab(std::vector<std::string> arguments, const std::stop_token& stop,
                       const std::function<void(std::string)>& take_line, process::Priority priority) {
  arguments.insert(arguments.begin(), modlab_program().string());
  process::ChildProcess child(arguments, process::Errors::with_output, priority);
  std::string line;
  for (process::ReadResult heard = process::ReadResult::timeout;
       heard != process::ReadResult::closed && !stop.stop_requested();) {
    heard = child.read_line(line, kPollInterval);
    if (heard == process::ReadResult::line) take_line(line);
  }
  return child.end();
}

}  // namespace modlab::gui
