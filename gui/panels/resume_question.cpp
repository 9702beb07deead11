#include "gui/panels/resume_question.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "harness/system/shell_line.h"

namespace modlab::gui {
namespace {

constexpr const char* kResumePopup = "Resume this run?";

void draw_differences(const Resumption& resumption) {
  if (resumption.differences.empty()) return;
  draw_wrapped(
      "This run was started with options that load code, name files or are unknown here. They are not taken from its "
      ".json, which anyone may have written:",
      colours().quiet);
  if (!ImGui::BeginTable("differences", 2, ImGuiTableFlags_Borders | ImGuiTableFlags_SizingStretchSame)) return;
  ImGui::TableSetupColumn("it was started with");
  ImGui::TableSetupColumn("it is resumed with");
  ImGui::TableHeadersRow();
  for (const Resumption::Difference& each : resumption.differences) {
    ImGui::TableNextColumn();
    draw_wrapped(each.recorded, colours().fault);
    note_location("question " + each.recorded);
    ImGui::TableNextColumn();
    draw_wrapped(each.instead, ImGui::GetStyleColorVec4(ImGuiCol_Text));
  }
  ImGui::EndTable();
}

void draw_kernels(Resumption& resumption) {
  for (Resumption::Kernel& kernel : resumption.kernels) {
    ImGui::PushID(&kernel);
    draw_wrapped(
        fmt::format("It measured the kernel file {}. The path of your own, with the same content:", kernel.name),
        colours().quiet);
    std::array<char, 1024> path{};
    kernel.file.copy(path.data(), path.size() - 1);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputText("##file", path.data(), path.size())) kernel.file = path.data();
    note_location("own " + kernel.name);
    ImGui::PopID();
  }
}

}  // namespace

void ResumeQuestion::ask(Resumption resumption) {
  resumption_ = std::move(resumption);
  is_wanted_ = true;
}

std::optional<Resumption> ResumeQuestion::draw() {
  if (std::exchange(is_wanted_, false)) {
    if (!resumption_.differs() && shown_call(resumption_.arguments())) return resumption_;
    ImGui::OpenPopup(kResumePopup);
  }
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(ImVec2(ImGui::GetFontSize() * 50, 0));
  if (!ImGui::BeginPopupModal(kResumePopup, nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return std::nullopt;
  draw_differences(resumption_);
  draw_kernels(resumption_);
  const auto line = shown_call(resumption_.arguments());
  if (line) {
    draw_text("This is started:", colours().quiet);
    draw_wrapped(*line, colours().accent);
  } else {
    draw_wrapped("Its command has control characters; nothing is started from it.", colours().fault);
  }
  const bool has_kernels =
      std::ranges::none_of(resumption_.kernels, [](const Resumption::Kernel& kernel) { return kernel.file.empty(); });
  ImGui::BeginDisabled(!line || !has_kernels);
  const bool agreed = ImGui::Button("Resume");
  note_location("question Resume");
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancelled = ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGuiKey_Escape);
  if (agreed || cancelled) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return agreed ? std::optional(resumption_) : std::nullopt;
}

std::optional<std::string> shown_call(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "modlab");
  const auto line = shell_line(arguments);
  return line ? line : shell_line(arguments, Shell::posix);
}

}  // namespace modlab::gui
