#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

namespace modlab {

// What stands before the panels while the user is asked or told something. Opened and drawn in the same window.

/// Asks which run to open.
class OpenPopup {
 public:
  void ask();
  /// What was chosen in this frame.
  [[nodiscard]] std::optional<std::filesystem::path> draw();

 private:
  std::array<char, 1024> path_{};
  std::vector<std::filesystem::path> runs_;
};

/// Asks where to export a panel to.
class ExportPopup {
 public:
  void ask() { is_wanted_ = true; }
  /// What was chosen in this frame, without an ending. A suggestion goes into the folder that was chosen last.
  [[nodiscard]] std::optional<std::filesystem::path> draw(const std::filesystem::path& suggestion);
  /// Whether it was before the panel in this frame.
  [[nodiscard]] bool is_open() const { return is_open_; }

 private:
  bool is_wanted_ = false;
  bool is_open_ = false;
  std::array<char, 1024> path_{};
  std::filesystem::path folder_;
};

/// The keys that the dashboard answers to.
void open_keys_popup();
void draw_keys_popup();

}  // namespace modlab
