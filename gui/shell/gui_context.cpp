#include "gui/shell/gui_context.h"

#include <imgui.h>
#include <implot.h>

#include <system_error>

namespace modlab {

GuiContext::GuiContext(const std::filesystem::path& settings_folder) {
  ImGui::CreateContext();
  ImPlot::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.IniFilename = nullptr;  // no file in whatever folder the user happens to be in
  if (settings_folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(settings_folder, error);
  layout_file_ = (settings_folder / "layout.ini").string();
  io.IniFilename = layout_file_.c_str();
}

GuiContext::~GuiContext() {
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
}

}  // namespace modlab
