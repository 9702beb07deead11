#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gui/panel.h"
#include "gui/view_model.h"

namespace modlab {

/// The content of the window, whichever shell shows it: what is open, what is wrong, one panel, and the selection.
class Dashboard {
 public:
  /// Starts on the panel of this name, or on the first.
  Dashboard(ViewModel& model, std::vector<std::unique_ptr<Panel>> panels, std::string_view first_panel);

  /// Draws one frame over the whole window; between ImGui::NewFrame and ImGui::Render.
  void draw();

 private:
  void draw_headline() const;
  void draw_error();
  void draw_nothing_open() const;
  void draw_panels();
  void draw_selection() const;

  ViewModel& model_;
  std::vector<std::unique_ptr<Panel>> panels_;
  std::string wanted_panel_;  ///< to be brought to the front in the next frame; empty when the user decides
};

}  // namespace modlab
