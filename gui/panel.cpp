#include "gui/panel.h"

namespace modlab {

std::vector<std::unique_ptr<Panel>> make_panels() {
  std::vector<std::unique_ptr<Panel>> panels;
  panels.push_back(make_leaderboard_panel());
  panels.push_back(make_context_panel());
  return panels;
}

}  // namespace modlab
