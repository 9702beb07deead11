#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gui/panels/panel.h"
#include "gui/runs/panel_layout.h"
#include "gui/runs/settings.h"
#include "gui/runs/view_model.h"

namespace modlab::gui {

/// The panels and how they share the window. Splits of our own: the releases of Dear ImGui that systems package have no
/// docking.
class Workbench {
 public:
  /// PanelLayout and active panel are kept in the settings, which must outlive it.
  Workbench(std::vector<std::unique_ptr<Panel>> panels, Settings& settings);

  [[nodiscard]] const std::vector<std::unique_ptr<Panel>>& panels() const { return panels_; }
  /// The one that keys and exports are for.
  [[nodiscard]] Panel& active() const { return panel_of(settings_.panel); }
  /// Where it was drawn: left, top, right, bottom.
  [[nodiscard]] const ImVec4& active_rect() const { return active_rect_; }

  [[nodiscard]] bool is_on_show(std::string_view panel) const {
    return settings_.one_panel ? panel == settings_.panel : has_panel(*settings_.layout, panel);
  }

  /// Fills this much of the current ImGui window. Panels that need a run get `draw_nothing_open` while there is none.
  void draw(const ImVec2& size, ViewModel& model, const std::function<void()>& draw_nothing_open);

  /// Makes a panel the active one; in place of the active one if it is not on show.
  void show(std::string_view panel);
  /// The same, and lets it fill the window.
  void show_alone(std::string_view panel);
  /// The next panel in the list, or the one before.
  void show_next(int step);
  /// Makes another of the panels on show the active one.
  void activate_next(int step);
  /// Shows one more panel beside or below the active one.
  void split(Split split);
  /// Gives the active panel's space to its neighbour.
  void close();
  /// Lets the active panel fill the window, or shows all of the layout again.
  void toggle_one_panel();

  void use(const PanelLayout& layout);
  /// Keeps the layout on show under this name, in place of an older one.
  void save_as(const std::string& name);
  void forget(const std::string& name);

 private:
  [[nodiscard]] Panel& panel_of(std::string_view name) const;
  [[nodiscard]] PanelLayout& layout() { return *settings_.layout; }
  void draw_strip();
  void draw_part(PanelLayout& part, const ImVec2& low, const ImVec2& size);
  void draw_border(PanelLayout& part, const ImVec2& low, const ImVec2& size, float first, float width);
  void draw_panel(const std::string& name, const ImVec2& low, const ImVec2& size);
  void draw_header(Panel& panel);
  void later(std::function<void()> change) { changes_.push_back(std::move(change)); }

  std::vector<std::unique_ptr<Panel>> panels_;
  Settings& settings_;
  ImVec4 active_rect_{};
  ViewModel* model_ = nullptr;  ///< during draw
  const std::function<void()>* draw_nothing_open_ = nullptr;
  int borders_ = 0;                             ///< drawn in this frame
  std::vector<std::function<void()>> changes_;  ///< of the layout, for when all of it is drawn
};

}  // namespace modlab::gui
