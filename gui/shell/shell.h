#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gui/runs/view_model.h"
#include "gui/shell/dashboard.h"
#include "gui/shell/picture.h"
#include "gui/shell/shell_window.h"

namespace modlab {

/// Dear ImGui and ImPlot, as every shell uses them; the shell adds its backends.
class GuiContext {
 public:
  /// Widths, orders and choices of columns are kept in layout.ini of this folder; an empty one keeps nothing.
  explicit GuiContext(const std::filesystem::path& settings_folder);
  ~GuiContext();
  GuiContext(const GuiContext&) = delete;
  GuiContext& operator=(const GuiContext&) = delete;

 private:
  std::string layout_file_;  ///< which ImGui points to
};

/// Shows the dashboard in a window of this platform until the user closes it, and keeps its settings in the folder.
/// Throws Error where there is no display.
void run_window(ViewModel& model, Dashboard& dashboard, const std::filesystem::path& settings_folder);

/// The dashboard in a window that nobody sees, 1600 x 1000 pixels on every display, for pictures and benchmarks.
class HiddenWindow {
 public:
  /// Throws Error where there is no display.
  explicit HiddenWindow(Dashboard& dashboard);

  /// One frame; gives the seconds that it took until it could have been seen.
  double draw();

  /// As many frames as it takes until all that the dashboard shows has been read, worked out and laid out.
  void draw_until_idle();

  [[nodiscard]] Picture picture();

 private:
  Dashboard& dashboard_;
  GuiContext gui_;
  std::unique_ptr<ShellWindow> window_;
};

}  // namespace modlab
