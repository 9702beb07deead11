#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gui/shell/dashboard.h"
#include "gui/shell/picture.h"
#include "gui/shell/shell_window.h"

namespace modlab::gui {

/// Dear ImGui and ImPlot on every platform; the window adds its backends.
class GuiContext {
 public:
  /// Widths, order and visibility of columns are kept in layout.ini in this folder; nowhere if it is empty.
  explicit GuiContext(const std::filesystem::path& settings_folder);
  ~GuiContext();
  GuiContext(const GuiContext&) = delete;
  GuiContext& operator=(const GuiContext&) = delete;

 private:
  std::string layout_file_;  ///< ImGui keeps a pointer to it
};

/// Shows the dashboard in a window until the user closes it, and keeps its settings in the folder. Throws Error where
/// there is no display.
void run_window(Dashboard& dashboard, const std::filesystem::path& settings_folder);

/// The dashboard in a hidden window, 1600 x 1000 pixels on every display, for screenshots and benchmarks.
class HiddenWindow {
 public:
  /// Throws Error where there is no display.
  explicit HiddenWindow(Dashboard& dashboard);

  /// Draws one frame; returns the seconds until it could be displayed.
  double draw();

  /// Draws frames until everything the dashboard shows has been read, computed and laid out.
  void draw_until_idle();

  [[nodiscard]] Picture picture();

 private:
  Dashboard& dashboard_;
  GuiContext gui_;
  std::unique_ptr<ShellWindow> window_;
};

}  // namespace modlab::gui
