#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gui/runs/settings.h"
#include "gui/shell/picture.h"

namespace modlab {

/// A window of this platform and what draws Dear ImGui into it. It lives within an ImGui context.
class ShellWindow {
 public:
  ShellWindow() = default;
  ShellWindow(const ShellWindow&) = delete;
  ShellWindow& operator=(const ShellWindow&) = delete;
  virtual ~ShellWindow() = default;

  /// The display's, 1 at 96 dots an inch.
  [[nodiscard]] virtual float scale() const = 0;

  /// Where it is; nothing while it is an icon.
  [[nodiscard]] virtual std::optional<Position> position() const = 0;
  [[nodiscard]] virtual bool maximised() const = 0;

  /// True once the user has closed it.
  [[nodiscard]] virtual bool closed() const = 0;

  /// Hands the user's input to ImGui. Where there is none it waits for some, at most that long; true when some ended
  /// the wait.
  virtual bool take_input(double longest_wait_seconds) = 0;

  /// True once after what was shown has been lost, as by a window before this one that has gone.
  [[nodiscard]] virtual bool take_damage() = 0;

  /// To be called before each ImGui::NewFrame.
  virtual void begin_frame() = 0;

  /// Draws what ImGui::Render left, over the style's background, and shows it.
  virtual void show_frame() = 0;

  /// Draws the same into a picture of this size, however large the window is.
  [[nodiscard]] virtual Picture picture(int width, int height) = 0;

  /// To be called when ImGui has got other fonts: what the backend made of the old ones goes.
  virtual void renew_font() = 0;

  /// In UTF-8.
  virtual void set_title(const std::string& title) = 0;
};

struct WindowRequest {
  int width = 0;
  int height = 0;
  std::optional<Position> position{};  ///< not taken where no display has it any more
  bool maximised = false;
  bool visible = true;
  std::function<void(const std::filesystem::path&)> on_drop;  ///< of a file, by the user; may be empty
};

/// Throws Error where there is no display or nothing to draw with.
std::unique_ptr<ShellWindow> open_window(const WindowRequest& request);

}  // namespace modlab
