#include "gui/shell/dashboard.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/runs/run_folder.h"
#include "harness/analysis/command_line.h"
#include "harness/report/selection.h"

namespace modlab {
namespace {

/// "median 12.34 µs, interval 12.30 to 12.40, …": what a row holds beyond the leaderboard's columns.
std::string figures_of(const Row& row) {
  std::string text;
  const auto add = [&](std::string_view label, const std::optional<double>& value, double unit, std::string_view name) {
    if (value) text += fmt::format("{}{} {:.2f}{}", text.empty() ? "" : "  ·  ", label, *value / unit, name);
  };
  add("median", row.median_ns, 1e3, " µs");
  add("interval", row.ci_low_ns, 1e3, "");
  if (row.ci_high_ns) text += fmt::format(" to {:.2f} µs", *row.ci_high_ns / 1e3);
  add("min", row.min_ns, 1e3, " µs");
  add("quartiles", row.q1_ns, 1e3, "");
  if (row.q3_ns) text += fmt::format(" to {:.2f} µs", *row.q3_ns / 1e3);
  add("roofline", row.roofline_gbps, 1, " GB/s");
  add("compiled in", row.compile_ms, 1, " ms");
  add("largest error", row.max_ulp, 1, " ulp");
  return text;
}

constexpr const char* kControlPanel = "control";
constexpr const char* kKernelPanel = "kernel";

}  // namespace

Dashboard::Dashboard(ViewModel& model, std::vector<std::unique_ptr<Panel>> panels, const Settings& settings)
    : model_(model), panels_(std::move(panels)), settings_(settings) {
  const auto known = [&](const std::string& name) {
    return std::ranges::any_of(panels_, [&](const auto& panel) { return panel->name() == name; });
  };
  if (!known(settings_.panel)) settings_.panel = panels_.front()->name();
  if (!known(settings_.second_panel)) settings_.second_panel = panels_.back()->name();
  wanted_panel_ = settings_.panel;
  wanted_second_ = settings_.second_panel;
  model_.set_unit(settings_.unit);
}

bool Dashboard::poll() {
  bool busy = this->busy();
  if (auto done = export_.take()) notify(std::move(done->message), done->is_fault);
  for (const auto& panel : panels_) {
    panel->poll(model_);
    busy = busy || panel->changes();
  }
  const bool news = model_.poll() || busy || was_busy_;
  was_busy_ = busy;
  return news;
}

bool Dashboard::busy() const {
  return model_.busy() || export_.busy() ||
         std::ranges::any_of(panels_, [](const auto& panel) { return panel->busy(); });
}

void Dashboard::open(const std::filesystem::path& file) {
  if (file.extension() != ".hlsl") {
    model_.open(file);
    return;
  }
  model_.open_kernel(file);
  show_panel(kKernelPanel);
}

std::string Dashboard::title() const {
  std::string text = "modlab";
  if (!model_.path().empty()) text += "  ·  " + model_.path().filename().string();
  if (const Row* row = model_.selected()) text += fmt::format("  ·  row {}: {}", row->row, row->variant);
  return text;
}

std::vector<std::string> Dashboard::panel_names() const {
  std::vector<std::string> names;
  for (const auto& panel : panels_) names.emplace_back(panel->name());
  return names;
}

void Dashboard::remember_window(int width, int height, const std::optional<Position>& position, bool maximised) {
  settings_.maximised = maximised;
  if (maximised || !position) return;
  settings_.width = width;
  settings_.height = height;
  settings_.position = position;
}

Panel& Dashboard::front_panel() const {
  return **std::ranges::find_if(panels_, [&](const auto& panel) { return panel->name() == settings_.panel; });
}

void Dashboard::draw() {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.WorkPos);
  ImGui::SetNextWindowSize(viewport.WorkSize);
  // The shell has already cleared to the background colour; drawing it again is a third of a software driver's work.
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("modlab", nullptr, kFlags);
  handle_shortcuts();
  draw_headline();
  if (!model_.error().empty()) draw_error();
  draw_panels();
  draw_selection();
  if (const auto chosen = open_popup_.draw()) open(*chosen);
  if (const auto chosen = export_popup_.draw(export_path(run_folder(), model_.path(), settings_.panel)))
    export_.request(*chosen);
  draw_keys_popup();
  ImGui::End();
  // An export waits for what the panel still computes, and for the popup in front of it to close.
  if (export_.wants_table() && !export_popup_.is_open() && wanted_panel_.empty() && !front_panel().busy() &&
      !model_.busy())
    export_.add_table(front_panel().csv(model_));
  settings_.unit = model_.unit();
}

void Dashboard::handle_shortcuts() {
  const auto pressed = [](ImGuiKeyChord keys) { return ImGui::IsKeyChordPressed(keys); };
  for (std::size_t i = 0; i < std::min<std::size_t>(panels_.size(), 9); ++i)
    if (pressed(ImGuiMod_Ctrl | static_cast<ImGuiKey>(ImGuiKey_1 + static_cast<int>(i))))
      wanted_panel_ = panels_[i]->name();
  const auto front = static_cast<std::size_t>(
      std::ranges::find_if(panels_, [&](const auto& panel) { return panel->name() == settings_.panel; }) -
      panels_.begin());
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_PageDown)) wanted_panel_ = panels_[(front + 1) % panels_.size()]->name();
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_PageUp))
    wanted_panel_ = panels_[(front + panels_.size() - 1) % panels_.size()]->name();
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_B)) settings_.split = !settings_.split;
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_O)) open_popup_.ask();
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_E)) ask_for_export();
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_U))
    model_.set_unit(kUnitNames[(static_cast<std::size_t>(model_.unit()) + 1) % kUnitNames.size()].value);
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_D)) toggle_theme();
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_Equal) || pressed(ImGuiMod_Ctrl | ImGuiKey_KeypadAdd) ||
      pressed(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal))
    zoom_by(1.1f);
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_Minus) || pressed(ImGuiMod_Ctrl | ImGuiKey_KeypadSubtract)) zoom_by(1 / 1.1f);
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_0)) zoom_by(1 / settings_.zoom);
  if (pressed(ImGuiKey_F1)) open_keys_popup();
  if (ImGui::GetIO().WantTextInput) return;  // these keys belong to the text field
  if (pressed(ImGuiMod_Ctrl | ImGuiKey_C)) copy_name();
  if (pressed(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_C)) copy_command();
}

void Dashboard::toggle_theme() {
  settings_.theme = settings_.theme == Theme::dark ? Theme::light : Theme::dark;
  restyle_ = true;
}

void Dashboard::zoom_by(float factor) {
  const float zoom = std::clamp(settings_.zoom * factor, kMinZoom, kMaxZoom);
  settings_.zoom = std::abs(zoom - 1) < 0.03f ? 1 : zoom;
  restyle_ = true;
}

void Dashboard::draw_headline() {
  ImGui::AlignTextToFramePadding();
  draw_text("modlab", colours().accent);
  ImGui::SameLine();
  if (ImGui::Button("Open …")) open_popup_.ask();
  ImGui::SameLine();
  if (ImGui::Button("Tune …")) wanted_panel_ = kControlPanel;
  note_location("Tune");
  ImGui::SetItemTooltip("Start, pause and resume runs.");
  if (model_.loaded()) {
    ImGui::SameLine();
    draw_text(model_.path().filename().string());
    ImGui::SetItemTooltip("%s", model_.path().string().c_str());
    std::string state = fmt::format("{} rows", model_.rows().size());
    if (model_.context()) {
      state += "  ·  " + model_.context()->device.adapter;
      state += model_.context()->finished.empty() ? "  ·  not finished, followed live" : "  ·  finished";
    }
    ImGui::SameLine(0, ImGui::GetFontSize());
    draw_text(state, colours().quiet);
  }
  if (model_.opening()) {
    ImGui::SameLine(0, ImGui::GetFontSize());
    draw_text("reading …", colours().accent);
  }
  draw_tools();
}

/// At the right edge: what applies to all panels.
void Dashboard::draw_tools() {
  const ImGuiStyle& style = ImGui::GetStyle();
  // Updated once per second: a new text in every frame would make every frame differ, and equal frames are not drawn.
  if (frame_times_.any() && ImGui::GetTime() >= next_frame_text_) {
    frame_text_ = fmt::format("frame {:.0f} ms, worst {:.0f}", frame_times_.last_ms(), frame_times_.worst_ms());
    next_frame_text_ = ImGui::GetTime() + 1;
  }
  const char* theme = settings_.theme == Theme::dark ? "Light" : "Dark";
  const char* split = settings_.split ? "One panel" : "Two panels";
  float width = ImGui::CalcTextSize(frame_text_.c_str()).x;
  for (const auto& unit : kUnitNames)
    width += ImGui::CalcTextSize(unit.name.data()).x + ImGui::GetFrameHeight() + 2 * style.ItemSpacing.x;
  for (const char* button : {"Export", "Keys", theme, split})
    width += ImGui::CalcTextSize(button).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
  ImGui::SameLine(std::max(0.0f, ImGui::GetWindowWidth() - width - style.WindowPadding.x));
  draw_text(frame_text_, colours().quiet);
  ImGui::SetItemTooltip("From the start of a frame until it is displayed; the worst of the last 240.");
  for (const auto& unit : kUnitNames) {
    ImGui::SameLine();
    if (ImGui::RadioButton(unit.name.data(), model_.unit() == unit.value)) model_.set_unit(unit.value);
  }
  ImGui::SameLine();
  if (ImGui::Button("Export")) ask_for_export();
  ImGui::SetItemTooltip("Ctrl+E: this panel as a picture, and its data as CSV");
  ImGui::SameLine();
  if (ImGui::Button(split)) settings_.split = !settings_.split;
  ImGui::SameLine();
  if (ImGui::Button(theme)) toggle_theme();
  ImGui::SameLine();
  if (ImGui::Button("Keys")) open_keys_popup();
}

void Dashboard::draw_error() {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colours().fault_background);
  if (ImGui::BeginChild("error", ImVec2(0, 0), ImGuiChildFlags_Border | ImGuiChildFlags_AutoResizeY)) {
    draw_wrapped(model_.error(), colours().fault);
    if (model_.loaded()) {
      draw_text("What was read before is still shown.", colours().quiet);
      if (model_.can_dismiss_error()) {
        ImGui::SameLine();
        if (ImGui::SmallButton("Dismiss")) model_.dismiss_error();
      }
    }
  }
  ImGui::EndChild();
  note_location("error");
  ImGui::PopStyleColor();
}

void Dashboard::draw_nothing_open() {
  if (model_.opening()) {
    draw_empty("Reading …", model_.path().string());
    return;
  }
  const std::string what = model_.path().empty() ? fmt::format("There is no run in {} yet.", model_.folder().string())
                                                 : std::string("There is nothing to show yet.");
  draw_empty(what, "Start one in the panel `control`, open one with Ctrl+O, or drop its file on this window.");
}

void Dashboard::draw_panels() {
  // Three lines below the panels are for the selection.
  const float below = ImGui::GetTextLineHeightWithSpacing() * 3 + ImGui::GetStyle().ItemSpacing.y * 2;
  const ImVec2 available = ImGui::GetContentRegionAvail();
  const float width = settings_.split ? (available.x - ImGui::GetStyle().ItemSpacing.x) / 2 : 0;
  if (ImGui::BeginChild("left", ImVec2(width, -below)))
    draw_tabs("panels", settings_.panel, wanted_panel_, &panel_rect_);
  ImGui::EndChild();
  if (!settings_.split) return;
  ImGui::SameLine();
  if (ImGui::BeginChild("right", ImVec2(0, -below)))
    draw_tabs("more panels", settings_.second_panel, wanted_second_, nullptr);
  ImGui::EndChild();
}

void Dashboard::draw_tabs(const char* id, std::string& front, std::string& wanted, ImVec4* rect) {
  if (!ImGui::BeginTabBar(id, ImGuiTabBarFlags_FittingPolicyScroll)) return;
  for (const auto& panel : panels_) {
    const bool bring = panel->name() == wanted;
    const bool open = ImGui::BeginTabItem(panel->name().data(), nullptr, bring ? ImGuiTabItemFlags_SetSelected : 0);
    ImGui::SetItemTooltip("%s", panel->help().data());
    if (!open) continue;
    if (wanted.empty() || bring) front = panel->name();
    if (ImGui::BeginChild("panel")) {
      if (model_.loaded() || !panel->needs_run())
        panel->draw(model_);
      else
        draw_nothing_open();
    }
    ImGui::EndChild();
    if (rect != nullptr) {
      const ImVec2 low = ImGui::GetItemRectMin();
      const ImVec2 high = ImGui::GetItemRectMax();
      *rect = {low.x, low.y, high.x, high.y};
    }
    ImGui::EndTabItem();
  }
  wanted.clear();
  ImGui::EndTabBar();
}

void Dashboard::draw_selection() {
  ImGui::Separator();
  const Row* row = model_.selected();
  if (row == nullptr) {
    draw_text(model_.loaded() ? "Nothing is selected: click a row or a point." : "", colours().quiet);
  } else {
    draw_text(model_.selection().size() > 1 ? fmt::format("{} selected, row {}", model_.selection().size(), row->row)
                                            : fmt::format("Row {}", row->row),
              colours().accent);
    ImGui::SameLine();
    draw_text(fmt::format("{}  {}", workload_of(*row), row->variant));
    ImGui::SameLine();
    if (ImGui::SmallButton("Copy name")) copy_name();
    ImGui::SameLine();
    if (ImGui::SmallButton("Copy command line")) copy_command();
    draw_text(passed(*row) ? figures_of(*row) : fmt::format("{}: {}", row->status, row->detail.substr(0, 200)),
              passed(*row) ? colours().quiet : colours().fault);
  }
  draw_text(notice_, notice_is_fault_ ? colours().fault : colours().good);
}

void Dashboard::notify(std::string text, bool is_fault) {
  notice_ = std::move(text);
  notice_is_fault_ = is_fault;
}

void Dashboard::copy_name() {
  const Row* row = model_.selected();
  if (row == nullptr) return;
  ImGui::SetClipboardText(row->variant.c_str());
  notify("Copied: " + row->variant);
}

void Dashboard::copy_command() {
  const Row* row = model_.selected();
  if (row == nullptr) return;
  const std::string command = reproducing_command(*row, model_.context() ? &*model_.context() : nullptr);
  ImGui::SetClipboardText(command.c_str());
  notify("Copied: " + command);
}

void Dashboard::ask_for_export() {
  if (model_.loaded()) export_popup_.ask();
}

void Dashboard::offer_picture(const std::function<Picture()>& read) {
  if (!export_.wants_picture()) return;
  const Picture whole = read();
  const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
  const auto pixel = [](float at, float factor, int most) {
    return std::clamp(static_cast<int>(std::lround(at * factor)), 0, most);
  };
  const int left = pixel(panel_rect_.x, scale.x, whole.width);
  const int top = pixel(panel_rect_.y, scale.y, whole.height);
  const int right = pixel(panel_rect_.z, scale.x, whole.width);
  const int bottom = pixel(panel_rect_.w, scale.y, whole.height);
  notify("Writing …");
  export_.write(crop(whole, left, top, right - left, bottom - top));
}

}  // namespace modlab
