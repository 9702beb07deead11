#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gui/runs/view_model.h"

namespace modlab::gui {

/// One view of the run. A panel keeps only the state of its own widgets; shared state is in the view model.
class Panel {
 public:
  Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;
  virtual ~Panel() = default;

  /// One lower-case word: its title, and what --panel takes.
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// One or two sentences on what it shows.
  [[nodiscard]] virtual std::string_view help() const = 0;

  /// False where it has something to show without a run.
  [[nodiscard]] virtual bool needs_run() const { return true; }

  /// Fills the remaining space of the current ImGui window. Called once per frame while the panel is on show.
  virtual void draw(ViewModel& model) = 0;

  /// Called a few times per second, also while it is not on show.
  virtual void poll(ViewModel& /*model*/) {}
  /// True while what it shows changes on its own, so that it must be drawn again.
  [[nodiscard]] virtual bool changes() const { return false; }

  /// The text, or a function that builds a long one on another thread.
  using Csv = std::variant<std::string, std::function<std::string()>>;
  /// What it shows, as CSV with a header.
  [[nodiscard]] virtual Csv csv(ViewModel& model) = 0;

  /// A file of the user's that it edits; empty where there is none.
  [[nodiscard]] virtual std::filesystem::path edited() const { return {}; }

  /// True while another thread computes something for it, so that a screenshot should wait.
  [[nodiscard]] virtual bool busy() const { return false; }
};

std::unique_ptr<Panel> make_leaderboard_panel();
std::unique_ptr<Panel> make_heat_map_panel();
std::unique_ptr<Panel> make_effect_panel();
std::unique_ptr<Panel> make_parallel_panel();
std::unique_ptr<Panel> make_importance_panel();
std::unique_ptr<Panel> make_samples_panel();
std::unique_ptr<Panel> make_roofline_panel();
std::unique_ptr<Panel> make_accuracy_panel();
std::unique_ptr<Panel> make_regret_panel();
std::unique_ptr<Panel> make_compare_panel();
std::unique_ptr<Panel> make_inspector_panel();
std::unique_ptr<Panel> make_difference_panel();
std::unique_ptr<Panel> make_progress_panel();
std::unique_ptr<Panel> make_control_panel();
std::unique_ptr<Panel> make_kernel_panel();
std::unique_ptr<Panel> make_context_panel();

/// Every panel, in the order of their names in the window.
std::vector<std::unique_ptr<Panel>> make_panels();

}  // namespace modlab::gui
