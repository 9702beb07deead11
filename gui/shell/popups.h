#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

namespace modlab::gui {

// What appears in front of the panels to ask or tell the user something. Opened and drawn in the same ImGui window.

/// Asks which run to open.
class OpenPopup {
 public:
  void ask();
  /// The journal that was chosen in this frame.
  [[nodiscard]] std::optional<std::filesystem::path> draw();

 private:
  std::array<char, 1024> path_{};
  std::vector<std::filesystem::path> runs_;
};

/// Asks where to export a panel to.
class ExportPopup {
 public:
  void ask() { is_wanted_ = true; }
  /// The path that was chosen in this frame, without an extension. The suggestion moves to the folder chosen last.
  [[nodiscard]] std::optional<std::filesystem::path> draw(const std::filesystem::path& suggestion);
  /// Whether it covered the panel in this frame.
  [[nodiscard]] bool is_open() const { return is_open_; }

 private:
  bool is_wanted_ = false;
  bool is_open_ = false;
  std::array<char, 1024> path_{};
  std::filesystem::path folder_;
};

}  // namespace modlab::gui
