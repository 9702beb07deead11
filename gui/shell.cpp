#include "gui/shell.h"

#include <imgui.h>
#include <imgui_internal.h>

#include "gui/picture.h"
#include "gui/shell_window.h"
#include "gui/style.h"

namespace modlab {
namespace {

constexpr int kWidth = 1600;
constexpr int kHeight = 1000;

// Dear ImGui lays out what is new with the sizes of the frame before; after this many frames everything is in place.
constexpr int kSettlingFrames = 4;

// How soon a row that was written shows. Nothing is drawn in between: on a machine without a GPU the drawing takes the
// same cores as the kernels that are being measured.
constexpr double kPollSeconds = 0.25;

class ImGuiSession {
 public:
  ImGuiSession() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // no file in whatever folder the user happens to be in
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  }
  ~ImGuiSession() { ImGui::DestroyContext(); }
  ImGuiSession(const ImGuiSession&) = delete;
  ImGuiSession& operator=(const ImGuiSession&) = delete;
};

void lay_out(Dashboard& dashboard) {
  ImGui::NewFrame();
  dashboard.draw();
  ImGui::Render();
}

void run_window(ViewModel& model, Dashboard& dashboard) {
  const ImGuiSession imgui;
  const auto window = open_window(
      {.width = kWidth, .height = kHeight, .on_drop = [&](const std::filesystem::path& file) { model.open(file); }});
  apply_style(window->scale());
  int frames_due = kSettlingFrames;
  while (!window->closed()) {
    if (window->take_input(frames_due > 0 ? 0 : kPollSeconds)) frames_due = kSettlingFrames;
    // A frame takes only so much input that nothing goes unseen, such as a key's press and release at once.
    if (model.poll() || !ImGui::GetCurrentContext()->InputEventsQueue.empty()) frames_due = kSettlingFrames;
    if (frames_due == 0) continue;
    --frames_due;
    window->begin_frame();
    lay_out(dashboard);
    window->show_frame();
  }
}

void take_screenshot(Dashboard& dashboard, const std::filesystem::path& path) {
  const ImGuiSession imgui;
  const auto window = open_window({.width = kWidth, .height = kHeight, .visible = false, .on_drop = {}});
  apply_style(1);  // the same picture on every display
  for (int frame = 0; frame < kSettlingFrames; ++frame) {
    window->begin_frame();
    ImGui::GetIO().DisplaySize = {kWidth, kHeight};  // a small display may have made the window smaller
    ImGui::GetIO().DisplayFramebufferScale = {1, 1};
    lay_out(dashboard);
  }
  write_png(path, window->picture());
}

}  // namespace

void run_shell(ViewModel& model, Dashboard& dashboard, const std::optional<std::filesystem::path>& screenshot) {
  if (screenshot)
    take_screenshot(dashboard, *screenshot);
  else
    run_window(model, dashboard);
}

}  // namespace modlab
