#include "gui/panels/panel.h"

namespace modlab::gui {

std::vector<std::unique_ptr<Panel>> make_panels() {
  std::vector<std::unique_ptr<Panel>> panels;
  panels.push_back(make_leaderboard_panel());
  panels.push_back(make_heat_map_panel());
  panels.push_back(make_effect_panel());
  panels.push_back(make_parallel_panel());
  panels.push_back(make_importance_panel());
  panels.push_back(make_samples_panel());
  panels.push_back(make_roofline_panel());
  panels.push_back(make_accuracy_panel());
  panels.push_back(make_regret_panel());
  panels.push_back(make_compare_panel());
  panels.push_back(make_inspector_panel());
  panels.push_back(make_difference_panel());
  panels.push_back(make_progress_panel());
  panels.push_back(make_control_panel());
  panels.push_back(make_kernel_panel());
  panels.push_back(make_context_panel());
  return panels;
}

}  // namespace modlab::gui
