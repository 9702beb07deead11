#include "gui/shell/shell.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"

namespace modlab::gui {
namespace {

constexpr int kWidth = 1600;
constexpr int kHeight = 1000;

// Dear ImGui lays out new items with sizes from the frame before; after this many frames the layout is stable.
constexpr int kSettlingFrames = 4;

// How soon a new row appears. Nothing is drawn in between: on a machine without a GPU, drawing takes cores from the
// kernels being measured.
constexpr double kPollSeconds = 0.25;

void lay_out(Dashboard& dashboard) {
  ImGui::NewFrame();
  dashboard.draw();
  ImGui::Render();
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Of everything that ImGui left to be drawn.
std::size_t frame_hash(const ImDrawData& frame) {
  std::size_t hash = 0;
  const auto add = [&](const auto* items, int count) {
    const std::string_view bytes(reinterpret_cast<const char*>(items),
                                 sizeof(*items) * static_cast<std::size_t>(count));
    hash = hash * 31 + std::hash<std::string_view>{}(bytes);
  };
  add(&frame.DisplaySize, 1);
  for (const ImDrawList* list : frame.CmdLists) {
    add(list->VtxBuffer.Data, list->VtxBuffer.Size);
    add(list->IdxBuffer.Data, list->IdxBuffer.Size);
    for (const ImDrawCmd& command : list->CmdBuffer) add(&command.ClipRect, 1);
  }
  return hash;
}

/// Draws and displays one frame, unless its hash is that of the frame on display.
void show_frame(ShellWindow& window, Dashboard& dashboard, std::optional<std::size_t>& shown) {
  const double begin = seconds_now();
  window.begin_frame();
  lay_out(dashboard);
  write_locations();
  const std::size_t hash = frame_hash(*ImGui::GetDrawData());
  if (const bool lost = window.take_damage(); hash == shown && !lost) return;
  window.show_frame();
  // The first frame is not counted: in it the driver compiles its shaders.
  if (shown) dashboard.add_frame_time(seconds_now() - begin);
  shown = hash;
}

}  // namespace

GuiContext::GuiContext(const std::filesystem::path& settings_folder) {
  ImGui::CreateContext();
  ImPlot::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.IniFilename = nullptr;  // no file in the current folder
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

void run_window(Dashboard& dashboard, const std::filesystem::path& settings_folder) {
  const GuiContext gui(settings_folder);
  const auto window = open_window({.width = dashboard.settings().width,
                                   .height = dashboard.settings().height,
                                   .position = dashboard.settings().position,
                                   .maximised = dashboard.settings().maximised,
                                   .on_drop = [&](const std::filesystem::path& file) { dashboard.open(file); }});
  float scale = window->scale();
  apply_style(dashboard.settings().theme, scale * dashboard.settings().zoom);
  Settings saved = dashboard.settings();
  std::string title;
  std::optional<std::size_t> shown;
  int frames_due = kSettlingFrames;
  while (!window->closed()) {
    if (window->process_input(frames_due > 0 ? 0 : kPollSeconds)) frames_due = kSettlingFrames;
    // ImGui spreads input over frames so that none is missed, such as a key's press and release.
    if (dashboard.poll() || !ImGui::GetCurrentContext()->InputEventsQueue.empty()) frames_due = kSettlingFrames;
    if (frames_due == 0) continue;
    --frames_due;
    // The user may have changed theme or zoom, or moved the window to another display.
    if (const bool moved = window->scale() != scale; dashboard.take_restyle() || moved) {
      scale = window->scale();
      apply_style(dashboard.settings().theme, scale * dashboard.settings().zoom);
      window->rebuild_font();
      shown = 0;
    }
    show_frame(*window, dashboard, shown);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
    dashboard.offer_picture(
        [&] { return window->picture(static_cast<int>(size.x * pixels.x), static_cast<int>(size.y * pixels.y)); });
    dashboard.remember_window(static_cast<int>(size.x), static_cast<int>(size.y), window->position(),
                              window->maximised());
    if (const std::string now = dashboard.title(); now != title) window->set_title(title = now);
    if (dashboard.settings() != saved) write_settings(settings_folder, saved = dashboard.settings());
  }
}

HiddenWindow::HiddenWindow(Dashboard& dashboard)
    : dashboard_(dashboard),
      gui_({}),
      window_(open_window({.width = kWidth, .height = kHeight, .visible = false, .on_drop = {}})) {
  apply_style(dashboard.settings().theme, dashboard.settings().zoom);  // independent of the display
}

double HiddenWindow::draw() {
  const double begin = seconds_now();
  window_->begin_frame();
  ImGui::GetIO().DisplaySize = {kWidth, kHeight};  // a small display may have made the window smaller
  ImGui::GetIO().DisplayFramebufferScale = {1, 1};
  lay_out(dashboard_);
  window_->show_frame();
  return seconds_now() - begin;
}

void HiddenWindow::draw_until_idle() {
  for (int frame = 0; frame < kSettlingFrames; ++frame) {
    draw();
    dashboard_.poll();
    if (!dashboard_.busy()) continue;
    frame = 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

Picture HiddenWindow::picture() { return window_->picture(kWidth, kHeight); }

}  // namespace modlab::gui
