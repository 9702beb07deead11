#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/analysis/frame_times.h"
#include "gui/panels/panel.h"
#include "gui/runs/settings.h"
#include "gui/runs/view_model.h"
#include "gui/shell/export.h"
#include "gui/shell/picture.h"
#include "gui/shell/popups.h"

namespace modlab {

/// The content of the window, whichever shell shows it: what is open, what is wrong, one or two panels, and the
/// selection.
class Dashboard {
 public:
  /// Starts on the settings' panel, or on the first.
  Dashboard(ViewModel& model, std::vector<std::unique_ptr<Panel>> panels, const Settings& settings);

  /// Draws one frame over the whole window; between ImGui::NewFrame and ImGui::Render.
  void draw();

  /// To be called a few times a second: true when there is something new to draw.
  bool poll();
  /// True while something that belongs into a picture is still being worked out.
  [[nodiscard]] bool busy() const;

  /// What the window is called: the run and the row that is selected.
  [[nodiscard]] std::string title() const;

  /// The settings as the user has changed them.
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// What the window is now, to be remembered. One that is maximised, or an icon, goes back to what it was before.
  void placed(int width, int height, const std::optional<Position>& position, bool maximised);
  /// True once after the theme or the zoom has changed: the style is to be applied, and the font made, anew.
  [[nodiscard]] bool take_restyle() { return std::exchange(restyle_, false); }

  /// To be called after each frame with a way to read what is now on the screen: where the user asked for a picture of
  /// a panel it is taken.
  void offer_picture(const std::function<Picture()>& read);

  void add_frame_time(double seconds) { frame_times_.add(seconds); }

  [[nodiscard]] std::vector<std::string> panel_names() const;
  /// Brings a panel to the front.
  void show_panel(std::string_view name) { wanted_panel_ = name; }

 private:
  void take_shortcuts();
  void draw_headline();
  void draw_tools();
  void draw_error();
  void draw_nothing_open();
  void draw_panels();
  void draw_tabs(const char* id, std::string& front, std::string& wanted, ImVec4* room);
  void draw_selection();
  void toggle_theme();
  void zoom_by(float factor);
  void ask_for_export();
  void copy_name();
  void copy_command();
  void notify(std::string text, bool is_fault = false);
  [[nodiscard]] Panel& front_panel() const;

  ViewModel& model_;
  std::vector<std::unique_ptr<Panel>> panels_;
  Settings settings_;
  bool restyle_ = false;
  std::string wanted_panel_;  ///< to be brought to the front in the next frame; empty when the user decides
  std::string wanted_second_;
  ImVec4 panel_room_{};  ///< where the front panel is: left, top, right, bottom
  OpenPopup open_popup_;
  ExportPopup export_popup_;
  PanelExport export_;
  bool was_busy_ = false;
  FrameTimes frame_times_;
  std::string frame_text_;
  double next_frame_text_ = 0;
  std::string notice_;
  bool notice_is_fault_ = false;
};

}  // namespace modlab
