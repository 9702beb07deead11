#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "harness/process/child_process.h"

namespace modlab::gui {

/// `modlab`, in the folder of this program.
std::filesystem::path modlab_program();

/// Runs `modlab` with these arguments until it ends or is stopped, and hands over every line that it prints on stdout
/// or stderr. Returns how it ended: "exited with 0". Throws Error where it cannot be started.
std::string run_modlab(std::vector<std::string> arguments, const std::stop_token& stop,
                       const std::function<void(std::string)>& take_line,
                       process::Priority priority = process::Priority::ours);

}  // namespace modlab::gui
