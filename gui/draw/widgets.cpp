#include "gui/draw/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>

#include "gui/analysis/budget_use.h"
#include "gui/draw/style.h"
#include "kernels/accuracy.h"

namespace modlab::gui {

bool choose(const char* label, std::span<const std::string> items, std::size_t& chosen, float width_in_letters) {
  if (*label != '\0') {
    ImGui::AlignTextToFramePadding();
    draw_text(label, colours().quiet);
    ImGui::SameLine();
  }
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * width_in_letters * 0.6f);
  ImGui::PushID(label);
  bool changed = false;
  const char* preview = chosen < items.size() ? items[chosen].c_str() : "";
  if (ImGui::BeginCombo("##choice", preview, ImGuiComboFlags_HeightLarge)) {
    ImGuiListClipper clipper;  // a sweep has hundreds of workloads
    clipper.Begin(static_cast<int>(items.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const auto item = static_cast<std::size_t>(i);
        ImGui::PushID(i);
        if (ImGui::Selectable(items[item].c_str(), item == chosen)) {
          changed = item != chosen;
          chosen = item;
        }
        ImGui::PopID();
      }
    ImGui::EndCombo();
  }
  ImGui::PopID();
  return changed;
}

void same_line_for_box(const std::string& label) {
  const float width =
      ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label.c_str()).x;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width <= right) ImGui::SameLine();
}

void draw_scope(ViewModel& model, bool with_class) {
  std::vector<std::string> labels;
  for (const analysis::RowGroup& group : model.run()->groups) labels.push_back(group.label);
  std::size_t group = model.group();
  // What follows on the line, as a class and an axis to choose, keeps its space in narrow panels.
  const float letters = (ImGui::GetContentRegionAvail().x / ImGui::GetFontSize() - 29) / 0.6f;
  if (choose("workload", labels, group, std::clamp(letters, 14.0f, 56.0f))) model.show_group(group);
  if (!with_class) return;
  ImGui::SameLine();
  const std::array<std::string, 3> classes{"both", std::string(name_of(Accuracy::exact)),
                                           std::string(name_of(Accuracy::formula))};
  auto chosen =
      static_cast<std::size_t>(std::ranges::find(classes, model.accuracy()) - classes.begin()) % classes.size();
  if (choose("accuracy", classes, chosen, 14)) model.show_accuracy(chosen == 0 ? "" : classes[chosen]);
}

std::vector<std::size_t> varied_axes(const analysis::Run& run, std::size_t group) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < run.axes.size(); ++axis)
    if (run.groups[group].values[axis].size() > 1) axes.push_back(axis);
  if (axes.empty())
    for (std::size_t axis = 0; axis < run.axes.size(); ++axis) axes.push_back(axis);
  return axes;
}

bool choose_axis(const char* label, const analysis::Run& run, std::size_t group, std::size_t& axis) {
  const std::vector<std::size_t> axes = varied_axes(run, group);
  std::vector<std::string> names;
  for (const std::size_t each : axes) names.emplace_back(run.axes[each].name);
  auto chosen = static_cast<std::size_t>(std::ranges::find(axes, axis) - axes.begin());
  const bool lost = chosen == axes.size();
  if (lost) chosen = 0;
  const bool changed = choose(label, names, chosen);
  axis = axes[chosen];
  return changed || lost;
}

void select_clicked(ViewModel& model, std::size_t index) {
  if (ImGui::GetIO().KeyCtrl)
    model.toggle(index);
  else
    model.select(index);
}

void draw_facts(const analysis::FactGroup& group) {
  draw_text(group.title, colours().accent);
  if (!ImGui::BeginTable(group.title.data(), 2)) return;
  // One width for all groups, so that their values line up.
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 10);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  for (const analysis::Fact& fact : group.facts) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_text(fact.label, colours().quiet);
    ImGui::TableNextColumn();
    draw_wrapped(fact.value, ImGui::GetStyleColorVec4(ImGuiCol_Text));
  }
  ImGui::EndTable();
}

void draw_budget(const ViewModel& model) {
  if (!model.context() || !model.context()->finished.empty()) return;
  const auto use = budget_use(*model.context(), model.rows().size());
  if (!use) return;
  const double share = use->total > 0 ? std::min(1.0, use->used / use->total) : 1;
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, with_alpha(colours().accent, 0.4f));
  ImGui::ProgressBar(static_cast<float>(share), ImVec2(ImGui::GetFontSize() * 28, 0), text_of(*use).c_str());
  ImGui::PopStyleColor();
}

void draw_empty(std::string_view what, std::string_view remedy) {
  const ImVec2 available = ImGui::GetContentRegionAvail();
  const auto centre = [&](std::string_view text) {
    const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, (available.x - width) / 2));
  };
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(0.0f, available.y * 0.4f));
  centre(what);
  draw_text(what);
  centre(remedy);
  draw_text(remedy, colours().quiet);
}

}  // namespace modlab::gui
