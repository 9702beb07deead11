#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/dashboard.h"
#include "gui/panel.h"
#include "gui/run_folder.h"
#include "gui/shell.h"
#include "gui/view_model.h"

namespace {

constexpr int kDone = 0;
constexpr int kWrongCall = 2;

int fail(std::string message) {
  std::ranges::replace(message, '\n', ' ');  // one line for one fault
  fmt::print(stderr, "modlab-gui: {}\n", message);
  return kWrongCall;
}

int run(int argc, char** argv) {
  std::vector<std::unique_ptr<modlab::Panel>> panels = modlab::make_panels();
  std::vector<std::string> names;
  names.reserve(panels.size());
  for (const auto& panel : panels) names.emplace_back(panel->name());

  CLI::App program("Shows a modlab run in a window and follows it while it is written.", "modlab-gui");
  program.set_help_flag("--help", "Print this help");
  std::optional<std::string> journal;
  std::optional<std::string> screenshot;
  std::string panel = names.front();
  program.add_option("--open", journal, "The run to show (default: the newest in MODLAB_RESULTS_DIR or results/runs)")
      ->type_name("RUN.CSV");
  program.add_option("--panel", panel, fmt::format("The panel to start with: {}", fmt::join(names, ", ")))
      ->type_name("NAME")
      ->check([&](const std::string& name) {
        return std::ranges::find(names, name) != names.end()
                   ? std::string()
                   : fmt::format("'{}' is unknown; choose from {}", name, fmt::join(names, ", "));
      });
  program.add_option("--screenshot", screenshot, "Write a picture of the dashboard, 1600 x 1000 pixels, and end")
      ->type_name("OUT.PNG");
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help
    return fail(fmt::format("{}; see modlab-gui --help", error.what()));
  }

  modlab::ViewModel model;
  if (journal)
    model.open(*journal);
  else
    model.open_newest(modlab::run_folder());
  // The window tells it to whoever looks; with a screenshot nobody may.
  if (screenshot && !model.error().empty()) fail(model.error());

  modlab::Dashboard dashboard(model, std::move(panels), panel);
  modlab::run_shell(model, dashboard, screenshot);
  return kDone;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
