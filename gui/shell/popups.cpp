#include "gui/shell/popups.h"

#include <fmt/format.h>
#include <imgui.h>

#include <string_view>
#include <utility>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "gui/runs/run_folder.h"
#include "harness/store/results_folder.h"
#include "harness/system/path.h"

namespace modlab::gui {
namespace {

constexpr const char* kOpenPopup = "Open a run or a kernel file";
constexpr const char* kExportPopup = "Export the panel";

}  // namespace

void OpenPopup::ask() { ImGui::OpenPopup(kOpenPopup); }

std::optional<std::filesystem::path> OpenPopup::draw() {
  std::optional<std::filesystem::path> chosen;
  ImGui::SetNextWindowSize(ImVec2(ImGui::GetFontSize() * 50, 0));
  if (!ImGui::BeginPopupModal(kOpenPopup, nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return chosen;
  if (ImGui::IsWindowAppearing()) {
    runs_ = known_runs(store::results_folder());
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##path", "path of a journal, run.csv, or of a kernel, mine.hlsl",
                                                path_.data(), path_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  if (entered && path_.front() != '\0') chosen = path_of(path_.data());
  if (ImGui::BeginListBox("##runs", ImVec2(-1, ImGui::GetTextLineHeightWithSpacing() * 16))) {
    for (const auto& run : runs_)
      if (ImGui::Selectable(run.string().c_str())) chosen = run;
    if (runs_.empty()) draw_text("There are no runs yet.", colours().quiet);
    ImGui::EndListBox();
  }
  if (chosen || ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return chosen;
}

std::optional<std::filesystem::path> ExportPopup::draw(const std::filesystem::path& suggestion) {
  if (std::exchange(is_wanted_, false)) ImGui::OpenPopup(kExportPopup);
  ImGui::SetNextWindowSize(ImVec2(ImGui::GetFontSize() * 50, 0));
  is_open_ = ImGui::BeginPopupModal(kExportPopup, nullptr, ImGuiWindowFlags_AlwaysAutoResize);
  if (!is_open_) return std::nullopt;
  if (ImGui::IsWindowAppearing()) {
    const std::filesystem::path path = folder_.empty() ? suggestion : folder_ / suggestion.filename();
    path_ = {};
    path.string().copy(path_.data(), path_.size() - 1);
  }
  draw_text("Writes a picture of this panel and its data:", colours().quiet);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::InputText("##path", path_.data(), path_.size());
  note_location("export path");
  draw_text(fmt::format("{}.png and .csv", path_.data()), colours().quiet);
  ImGui::BeginDisabled(path_.front() == '\0');
  const bool accepted =
      ImGui::Button("Write") || ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter);
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancelled = ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGuiKey_Escape);
  std::optional<std::filesystem::path> chosen;
  if (accepted && path_.front() != '\0') chosen = path_of(path_.data());
  if (chosen) folder_ = chosen->parent_path();
  if (chosen || cancelled) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return chosen;
}

}  // namespace modlab::gui
