#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gui/runs/settings.h"
#include "gui/shell/picture.h"

namespace modlab::gui {

/// A window, and the backend that draws Dear ImGui into it. Requires an ImGui context.
class ShellWindow {
 public:
  ShellWindow() = default;
  ShellWindow(const ShellWindow&) = delete;
  ShellWindow& operator=(const ShellWindow&) = delete;
  virtual ~ShellWindow() = default;

  /// Of the display, 1 at 96 dpi.
  [[nodiscard]] virtual float scale() const = 0;

  /// Nothing while it is minimised.
  [[nodiscard]] virtual std::optional<Position> position() const = 0;
  [[nodiscard]] virtual bool maximised() const = 0;

  /// True once the user has closed it.
  [[nodiscard]] virtual bool closed() const = 0;

  /// Passes the user's input to ImGui. Waits for some if there is none, at most this long; true if input ended the
  /// wait.
  virtual bool process_input(double max_wait_seconds) = 0;

  /// True once after the displayed frame has been lost, such as when a window that covered this one closes.
  [[nodiscard]] virtual bool take_damage() = 0;

  /// To be called before each ImGui::NewFrame.
  virtual void begin_frame() = 0;

  /// Draws the result of ImGui::Render over the style's background and displays it.
  virtual void show_frame() = 0;

  /// Draws the same into a picture of this size, independent of the window's.
  [[nodiscard]] virtual Picture picture(int width, int height) = 0;

  /// To be called after ImGui's fonts have changed: drops the backend's font texture.
  virtual void rebuild_font() = 0;

  /// In UTF-8.
  virtual void set_title(const std::string& title) = 0;
};

struct WindowRequest {
  int width = 0;
  int height = 0;
  std::optional<Position> position{};  ///< ignored if it is on no display
  bool maximised = false;
  bool visible = true;
  std::function<void(const std::filesystem::path&)> on_drop;  ///< called with a file that the user dropped; may be null
};

/// Throws Error where there is no display or no graphics driver.
std::unique_ptr<ShellWindow> open_window(const WindowRequest& request);

}  // namespace modlab::gui
