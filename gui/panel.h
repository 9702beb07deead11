#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gui/view_model.h"

namespace modlab {

/// One view of the run. A panel keeps only the state of its own widgets; what others must see is in the view model.
class Panel {
 public:
  virtual ~Panel() = default;

  /// One lower-case word: the tab's title, and what --panel takes.
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Fills the room that is left in the current ImGui window. Called once a frame while the panel is in front.
  virtual void draw(ViewModel& model) = 0;
};

std::unique_ptr<Panel> make_leaderboard_panel();
std::unique_ptr<Panel> make_context_panel();

/// Every panel, in the order of the tabs.
std::vector<std::unique_ptr<Panel>> make_panels();

}  // namespace modlab
