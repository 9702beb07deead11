#include "gui/dashboard.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "gui/style.h"

namespace modlab {
namespace {

/// "median 12.34 µs, interval 12.30 to 12.40, …": what the journal knows of a row beyond the leaderboard's columns.
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

}  // namespace

Dashboard::Dashboard(ViewModel& model, std::vector<std::unique_ptr<Panel>> panels, std::string_view first_panel)
    : model_(model), panels_(std::move(panels)), wanted_panel_(first_panel) {}

void Dashboard::draw() {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.WorkPos);
  ImGui::SetNextWindowSize(viewport.WorkSize);
  // The shell has already cleared to the background's colour; drawing it again is a third of a software driver's work.
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("modlab", nullptr, kFlags);
  draw_headline();
  if (!model_.error().empty()) draw_error();
  if (model_.loaded()) {
    draw_panels();
    draw_selection();
  } else {
    draw_nothing_open();
  }
  ImGui::End();
}

void Dashboard::draw_headline() const {
  draw_text("modlab", kAccentColour);
  if (!model_.loaded()) return;
  ImGui::SameLine();
  draw_text(model_.path().string());
  const auto failed = std::ranges::count_if(model_.rows(), [](const Row& row) { return row.status != "ok"; });
  std::string state = fmt::format("{} rows, {} failed", model_.rows().size(), failed);
  if (model_.context()) {
    state += "  ·  " + model_.context()->device.adapter;
    state += model_.context()->finished.empty() ? "  ·  not finished: followed live" : "  ·  finished";
  }
  ImGui::SameLine(0, ImGui::GetFontSize() * 2);
  draw_text(state, kQuietColour);
}

void Dashboard::draw_error() {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(0.30f, 0.11f, 0.10f, 1.0f));
  if (ImGui::BeginChild("error", ImVec2(0, 0), ImGuiChildFlags_Border | ImGuiChildFlags_AutoResizeY)) {
    draw_wrapped(model_.error(), kFaultColour);
    if (model_.loaded()) {
      draw_text("What was read before is still shown.", kQuietColour);
      if (model_.can_dismiss_error()) {
        ImGui::SameLine();
        if (ImGui::SmallButton("Dismiss")) model_.dismiss_error();
      }
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

void Dashboard::draw_nothing_open() const {
  ImGui::Spacing();
  if (model_.path().empty()) {
    draw_text(fmt::format("There is no run in {} yet. This makes one:", model_.folder().string()));
    ImGui::Spacing();
    draw_text("    ./scripts/modlab tune", kAccentColour);
    ImGui::Spacing();
    draw_text("It appears here as soon as it is started.", kQuietColour);
  }
  draw_text("To look at another run, start modlab-gui --open run.csv, or drop its file on this window.", kQuietColour);
}

void Dashboard::draw_panels() {
  if (!ImGui::BeginTabBar("panels")) return;
  for (const auto& panel : panels_) {
    const bool wanted = panel->name() == wanted_panel_;
    if (!ImGui::BeginTabItem(panel->name().data(), nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0)) continue;
    // The selection has three lines below every panel.
    const float below = ImGui::GetTextLineHeightWithSpacing() * 3 + ImGui::GetStyle().ItemSpacing.y;
    if (ImGui::BeginChild("panel", ImVec2(0, -below))) panel->draw(model_);
    ImGui::EndChild();
    ImGui::EndTabItem();
  }
  wanted_panel_.clear();
  ImGui::EndTabBar();
}

void Dashboard::draw_selection() const {
  ImGui::Separator();
  const Row* row = model_.selected();
  if (row == nullptr) {
    draw_text("Nothing is selected: click a row.", kQuietColour);
    return;
  }
  draw_text(fmt::format("Row {}", row->row), kAccentColour);
  ImGui::SameLine();
  draw_text(fmt::format("{}  {}", workload_of(*row), row->variant));
  draw_text(figures_of(*row), kQuietColour);
  if (!row->detail.empty())
    draw_text(fmt::format("{}: {}", row->status, row->detail), row->status == "ok" ? kQuietColour : kFaultColour);
}

}  // namespace modlab
