#pragma once

#include <imgui.h>

#include <array>
#include <filesystem>
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
#include "gui/shell/commands.h"
#include "gui/shell/export.h"
#include "gui/shell/picture.h"
#include "gui/shell/popups.h"
#include "gui/shell/workbench.h"
#include "harness/store/results_folder.h"

namespace modlab::gui {

/// The content of the window on every platform: what is open, errors, the panels, and the selection.
class Dashboard {
 public:
  /// Starts with the layout of the settings, or the first of the built-in ones.
  Dashboard(ViewModel& model, std::vector<std::unique_ptr<Panel>> panels, const Settings& settings);

  /// Draws one frame over the whole window, between ImGui::NewFrame and ImGui::Render.
  void draw();

  /// To be called a few times per second; true if there is something new to draw.
  bool poll();
  /// True while something that a screenshot should show is still being computed.
  [[nodiscard]] bool busy() const;

  /// The window's title: the run and the selected row.
  [[nodiscard]] std::string title() const;

  /// The settings, with the user's changes.
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// Remembers the window's state in the settings; size and position only while it is neither maximised nor minimised.
  void remember_window(int width, int height, const std::optional<Position>& position, bool maximised);
  /// True once after the theme or the zoom has changed: style and fonts must be applied again.
  [[nodiscard]] bool take_restyle() { return std::exchange(restyle_, false); }

  /// To be called after each frame with a function that reads what is on the screen: it is called if an export waits
  /// for its picture.
  void offer_picture(const std::function<Picture()>& read);

  void add_frame_time(double seconds) { frame_times_.add(seconds); }

  [[nodiscard]] std::vector<std::string> panel_names() const;
  /// Shows a journal, or a kernel file in its panel.
  void open(const std::filesystem::path& file);
  void use_layout(const PanelLayout& layout) { workbench_.use(layout); }

 private:
  void add_commands();
  void ask_for_command();
  void draw_headline();
  void draw_tools();
  void draw_error();
  void draw_nothing_open();
  void draw_panels();
  void draw_layouts();
  void draw_selection();
  void draw_note();
  void toggle_theme();
  void zoom_by(float factor);
  void ask_for_export();
  void request_export(const std::filesystem::path& base);
  void copy_name();
  void copy_command();
  void notify(std::string text, bool is_fault = false);

  ViewModel& model_;
  Settings settings_;
  Workbench workbench_;
  bool restyle_ = false;
  std::vector<Command> commands_;
  CommandSearch command_search_;
  std::array<char, 64> layout_name_{};
  std::array<char, 512> note_text_{};
  std::optional<std::size_t> editing_note_;  ///< the row whose note the field holds, until that is kept
  OpenPopup open_popup_;
  ExportPopup export_popup_;
  std::filesystem::path results_folder_ = store::results_folder();  ///< for exports
  PanelExport export_;
  bool was_busy_ = false;
  FrameTimes frame_times_;
  std::string frame_text_;
  double next_frame_text_ = 0;
  std::string notice_;
  bool notice_is_fault_ = false;
};

}  // namespace modlab::gui
