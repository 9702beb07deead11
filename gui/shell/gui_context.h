#pragma once

#include <filesystem>
#include <string>

namespace modlab {

/// Dear ImGui and ImPlot, as every shell uses them; the shell adds its backends.
class GuiContext {
 public:
  /// Widths, orders and choices of columns are kept in layout.ini of this folder; an empty one keeps nothing.
  explicit GuiContext(const std::filesystem::path& settings_folder);
  ~GuiContext();
  GuiContext(const GuiContext&) = delete;
  GuiContext& operator=(const GuiContext&) = delete;

 private:
  std::string layout_file_;  ///< which ImGui points to
};

}  // namespace modlab
