#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gui/benchmark.h"
#include "gui/panels/panel.h"
#include "gui/runs/run_folder.h"
#include "gui/runs/settings.h"
#include "gui/runs/view_model.h"
#include "gui/shell/dashboard.h"
#include "gui/shell/shell.h"
#include "harness/session/manual.h"
#include "harness/session/outputs.h"
#include "harness/session/program.h"
#include "harness/session/version.h"
#include "harness/store/results_folder.h"
#include "harness/system/console.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

constexpr const char* kName = "modlab-gui";
constexpr int kDone = 0;

/// What the user named, else the newest run, else a reference run of the project.
void open_runs(ViewModel& model, const std::optional<std::string>& journal, const std::optional<std::string>& against) {
  if (journal) {
    model.open(path_of(*journal));
  } else {
    const std::filesystem::path folder = store::results_folder();
    const std::vector<std::filesystem::path> references = reference_runs(folder);
    model.open_newest(folder, references.empty() ? std::filesystem::path() : references.front());
  }
  if (against) model.open_against(path_of(*against));
}

/// A layout of the user's own or a built-in one.
std::optional<PanelLayout> find_layout(const Settings& settings, const std::string& name) {
  for (const std::span<const NamedLayout> layouts :
       {std::span<const NamedLayout>(settings.layouts), built_in_layouts()})
    for (const NamedLayout& each : layouts)
      if (each.name == name) return each.layout;
  return std::nullopt;
}

void take_screenshot(Dashboard& dashboard, const std::filesystem::path& path) {
  HiddenWindow window(dashboard);
  window.draw_until_idle();
  write_png(path, window.picture());
}

int run(int argc, char** argv) {
  std::vector<std::unique_ptr<Panel>> panels = make_panels();
  std::vector<std::string> names;
  names.reserve(panels.size());
  for (const auto& panel : panels) names.emplace_back(panel->name());

  CLI::App program("Shows a modlab run in a window and follows it while it is written.", kName);
  program.set_help_flag("--help", "Print this help");
  session::add_version_flag(program);
  session::add_manual_flag(program);
  std::optional<std::string> journal;
  std::optional<std::string> screenshot;
  std::optional<std::string> against;
  std::vector<std::string> peers;
  std::optional<std::string> kernel;
  std::optional<std::string> panel;
  std::optional<std::string> layout;
  std::string theme;
  program.add_option("--open", journal, "The run to show (default: the newest in MODLAB_RESULTS_DIR or results/runs)")
      ->type_name("RUN.CSV");
  program.add_option("--against", against, "A run to compare with, for the panel compare")->type_name("BASE.CSV");
  program.add_option("--peers", peers, "Journals of peers on the same workloads, for the panels roofline and accuracy")
      ->type_name("PEERS.CSV");
  program.add_option("--kernel", kernel, "A kernel file to edit and to try on every save, in the panel kernel")
      ->type_name("FILE.HLSL")
      ->check([](const std::string& file) {
        return std::filesystem::is_regular_file(path_of(file)) ? std::string()
                                                               : fmt::format("there is no file {}", file);
      });
  program.add_option("--panel", panel, fmt::format("Fill the window with one panel: {}", fmt::join(names, ", ")))
      ->type_name("NAME")
      ->check([&](const std::string& name) {
        return std::ranges::find(names, name) != names.end()
                   ? std::string()
                   : fmt::format("'{}' is unknown; choose from {}", name, fmt::join(names, ", "));
      });
  std::vector<std::string> layouts;
  for (const NamedLayout& each : built_in_layouts()) layouts.push_back(each.name);
  program
      .add_option("--layout", layout,
                  fmt::format("The layout to start with: {}, or one of your own (default: as last time)",
                              fmt::join(layouts, ", ")))
      ->type_name("NAME")
      ->excludes("--panel");
  program.add_option("--theme", theme, fmt::format("{} (default: as last time)", choices_in(kThemeNames)))
      ->type_name("NAME")
      ->check([](const std::string& name) {
        return value_in(kThemeNames, name)
                   ? std::string()
                   : fmt::format("'{}' is unknown; choose from {}", name, choices_in(kThemeNames));
      });
  program.add_option("--screenshot", screenshot, "Write a picture of the dashboard, 1600 x 1000 pixels, and exit")
      ->type_name("OUT.PNG");
  bool benchmark = false;
  program.add_flag(
      "--benchmark", benchmark,
      "Print how long a journal of 100,000 rows takes to load and its layouts and panels to draw, also while a run is "
      "tuned, and exit");
  if (const auto status = session::parse_call(program, argc, argv)) return *status;

  if (benchmark) {
    run_benchmark();
    return kDone;
  }

  ViewModel model;
  open_runs(model, journal, against);
  std::vector<std::filesystem::path> peer_paths;
  for (const std::string& peer : peers) peer_paths.push_back(path_of(peer));
  if (!peer_paths.empty()) model.open_peers(peer_paths);
  // The window shows errors; a screenshot reports them here too.
  if (screenshot) {
    model.wait();
    session::Paths inputs;
    if (kernel) inputs = session::files_of_kernel(path_of(*kernel));
    for (const std::filesystem::path& run : model.journals())
      std::ranges::move(session::files_of_run(run), std::back_inserter(inputs));
    session::check_outputs({path_of(*screenshot)}, inputs);
    if (!model.error().empty()) print_error(kName, model.error());
  }

  // Screenshots do not depend on the user's settings.
  const std::filesystem::path folder = screenshot ? std::filesystem::path() : settings_folder();
  Settings settings = read_settings(folder);
  if (layout) {
    const auto found = find_layout(settings, *layout);
    if (!found) throw Error(fmt::format("there is no layout '{}'; choose from {}", *layout, fmt::join(layouts, ", ")));
    settings.layout = *found;
    settings.one_panel = false;
  }
  if (kernel) {
    model.open_kernel(path_of(*kernel));
    if (!panel) panel = "kernel";
  }
  if (panel) {
    settings.panel = *panel;
    settings.one_panel = true;
  }
  settings.theme = value_in(kThemeNames, theme).value_or(settings.theme);
  Dashboard dashboard(model, std::move(panels), settings);
  if (!screenshot) {
    run_window(dashboard, folder);
    return kDone;
  }
  take_screenshot(dashboard, path_of(*screenshot));
  return model.error().empty() ? kDone : session::kWrongCall;
}

}  // namespace
}  // namespace modlab::gui

int modlab::session::program_main(int argc, char** argv) {
  return session::run_program(gui::kName, [=] { return gui::run(argc, argv); });
}
