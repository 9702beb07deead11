#include "gui/shell/workbench.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"

namespace modlab::gui {
namespace {

enum class Icon { split_right, split_down, fill, restore, close };

/// A small button with a drawing: no font has these signs everywhere.
bool icon_button(const char* id, Icon icon, const char* tooltip) {
  const float side = ImGui::GetFontSize();
  const bool pressed = ImGui::InvisibleButton(id, {side * 1.3f, side});
  note_location(id);
  const ImVec4 colour = ImGui::IsItemHovered() ? colours().accent : colours().quiet;
  ImGui::SetItemTooltip("%s", tooltip);
  const ImU32 ink = ImGui::GetColorU32(colour);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetItemRectMin();
  const auto at = [&](float x, float y) { return ImVec2(origin.x + side * (0.15f + x), origin.y + side * y); };
  const float line = side / 12;
  if (icon == Icon::close) {
    list.AddLine(at(0.2f, 0.2f), at(0.8f, 0.8f), ink, line);
    list.AddLine(at(0.8f, 0.2f), at(0.2f, 0.8f), ink, line);
    return pressed;
  }
  list.AddRect(at(0.1f, 0.15f), at(0.9f, 0.85f), ink, 0, 0, line);
  if (icon == Icon::split_right) list.AddLine(at(0.5f, 0.15f), at(0.5f, 0.85f), ink, line);
  if (icon == Icon::split_down) list.AddLine(at(0.1f, 0.5f), at(0.9f, 0.5f), ink, line);
  if (icon == Icon::fill) list.AddRectFilled(at(0.1f, 0.15f), at(0.9f, 0.35f), ink);
  if (icon == Icon::restore) list.AddRectFilled(at(0.1f, 0.5f), at(0.5f, 0.85f), ink);
  return pressed;
}

std::vector<std::string> names_of(const std::vector<std::unique_ptr<Panel>>& panels) {
  std::vector<std::string> names;
  for (const auto& panel : panels) names.emplace_back(panel->name());
  return names;
}

/// The element `step` further on, from the last to the first.
std::string step_in(const std::vector<std::string>& names, std::string_view from, int step) {
  const auto at = std::ranges::find(names, from) - names.begin();
  const auto count = static_cast<std::ptrdiff_t>(names.size());
  return names[static_cast<std::size_t>((at + step + count) % count)];
}

}  // namespace

Workbench::Workbench(std::vector<std::unique_ptr<Panel>> panels, Settings& settings)
    : panels_(std::move(panels)), settings_(settings) {
  const std::vector<std::string> names = names_of(panels_);
  for (NamedLayout& each : settings_.layouts)
    if (!keep_panels(each.layout, names)) each.layout = built_in_layouts().front().layout;
  if (!settings_.layout || !keep_panels(*settings_.layout, names)) settings_.layout = built_in_layouts().front().layout;
  const bool is_known = std::ranges::find(names, settings_.panel) != names.end();
  const std::string wanted = is_known ? settings_.panel : panels_in(layout()).front();
  settings_.panel = panels_in(layout()).front();
  show(wanted);
}

Panel& Workbench::panel_of(std::string_view name) const {
  return **std::ranges::find_if(panels_, [&](const auto& panel) { return panel->name() == name; });
}

void Workbench::show(std::string_view panel) {
  if (!has_panel(layout(), panel)) replace_panel(layout(), settings_.panel, std::string(panel));
  settings_.panel = panel;
}

void Workbench::show_alone(std::string_view panel) {
  show(panel);
  settings_.one_panel = true;
}

void Workbench::show_next(int step) { show(step_in(names_of(panels_), settings_.panel, step)); }

void Workbench::activate_next(int step) { settings_.panel = step_in(panels_in(layout()), settings_.panel, step); }

void Workbench::split(Split split) {
  for (const auto& panel : panels_) {
    if (has_panel(layout(), panel->name())) continue;
    split_panel(layout(), settings_.panel, split, std::string(panel->name()));
    settings_.one_panel = false;
    return;
  }
}

void Workbench::close() {
  const std::string closed = settings_.panel;
  activate_next(1);
  close_panel(layout(), closed);
  settings_.one_panel = false;
}

void Workbench::toggle_one_panel() { settings_.one_panel = !settings_.one_panel; }

void Workbench::use(const PanelLayout& layout) {
  settings_.layout = layout;
  settings_.one_panel = false;
  if (!has_panel(layout, settings_.panel)) settings_.panel = panels_in(layout).front();
}

void Workbench::save_as(const std::string& name) {
  forget(name);
  const auto after = std::ranges::upper_bound(settings_.layouts, name, {}, &NamedLayout::name);
  settings_.layouts.insert(after, {name, layout()});
}

void Workbench::forget(const std::string& name) {
  std::erase_if(settings_.layouts, [&](const NamedLayout& each) { return each.name == name; });
}

void Workbench::draw(const ImVec2& size, ViewModel& model, const std::function<void()>& draw_nothing_open) {
  model_ = &model;
  draw_nothing_open_ = &draw_nothing_open;
  borders_ = 0;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  draw_strip();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 room(size.x, size.y - (low.y - top.y));
  if (settings_.one_panel)
    draw_panel(settings_.panel, low, room);
  else
    draw_part(layout(), low, room);
  ImGui::SetCursorScreenPos({low.x, low.y + room.y});
  for (const auto& change : std::exchange(changes_, {})) change();
}

/// The names of all panels: a click shows one.
void Workbench::draw_strip() {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  for (const auto& panel : panels_) {
    const std::string name(panel->name());
    const float width = ImGui::CalcTextSize(name.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (panel != panels_.front()) {
      ImGui::SameLine(0, 2);
      if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    }
    const bool on_show = is_on_show(name);
    ImGui::PushStyleColor(ImGuiCol_Text, name == settings_.panel ? colours().accent
                                         : on_show               ? ImGui::GetStyleColorVec4(ImGuiCol_Text)
                                                                 : colours().quiet);
    if (ImGui::SmallButton(name.c_str())) later([this, name] { show(name); });
    ImGui::PopStyleColor();
    note_location("panel " + name);
    ImGui::SetItemTooltip("%s", panel->help().data());
    if (!on_show) continue;
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddLine(
        {low.x, high.y}, high, ImGui::GetColorU32(name == settings_.panel ? colours().accent : colours().quiet));
  }
  ImGui::PopStyleColor();
}

void Workbench::draw_part(PanelLayout& part, const ImVec2& low, const ImVec2& size) {
  if (part.parts.empty()) {
    draw_panel(part.panel, low, size);
    return;
  }
  const bool beside = part.split == Split::columns;
  const float border = std::round(ImGui::GetFontSize() * 0.4f);
  const float first = std::round(((beside ? size.x : size.y) - border) * part.share);
  draw_border(part, low, size, first, border);
  draw_part(part.parts[0], low, beside ? ImVec2(first, size.y) : ImVec2(size.x, first));
  const float rest = (beside ? size.x : size.y) - first - border;
  if (beside)
    draw_part(part.parts[1], {low.x + first + border, low.y}, {rest, size.y});
  else
    draw_part(part.parts[1], {low.x, low.y + first + border}, {size.x, rest});
}

/// Between two parts: it can be dragged.
void Workbench::draw_border(PanelLayout& part, const ImVec2& low, const ImVec2& size, float first, float width) {
  const bool beside = part.split == Split::columns;
  ImGui::SetCursorScreenPos(beside ? ImVec2(low.x + first, low.y) : ImVec2(low.x, low.y + first));
  const std::string id = fmt::format("border {}", ++borders_);
  ImGui::InvisibleButton(id.c_str(), beside ? ImVec2(width, size.y) : ImVec2(size.x, width));
  note_location(id);
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  ImGui::SetMouseCursor(beside ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                            ImGui::GetColorU32(with_alpha(colours().accent, 0.4f)));
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const float share =
        ((beside ? mouse.x - low.x : mouse.y - low.y) - width / 2) / ((beside ? size.x : size.y) - width);
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left)) part.share = std::clamp(share, kMinShare, 1 - kMinShare);
  }
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) part.share = 0.5f;
}

void Workbench::draw_panel(const std::string& name, const ImVec2& low, const ImVec2& size) {
  Panel& panel = panel_of(name);
  const bool is_active = name == settings_.panel;
  ImGui::SetCursorScreenPos(low);
  ImGui::PushStyleColor(ImGuiCol_Border, is_active && !settings_.one_panel ? with_alpha(colours().accent, 0.6f)
                                                                           : ImGui::GetStyleColorVec4(ImGuiCol_Border));
  // The same identity wherever it lies, so that the columns of its tables keep their widths.
  const bool is_visible = ImGui::BeginChild(ImHashStr(name.c_str()), size, ImGuiChildFlags_Border,
                                            ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  if (is_visible) {
    draw_header(panel);
    if (ImGui::BeginChild("panel")) {
      if (model_->loaded() || !panel.needs_run())
        panel.draw(*model_);
      else
        (*draw_nothing_open_)();
    }
    ImGui::EndChild();
    if (is_active) {
      const ImVec2 from = ImGui::GetItemRectMin();
      const ImVec2 to = ImGui::GetItemRectMax();
      active_rect_ = {from.x, from.y, to.x, to.y};
    }
    if (!is_active && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) &&
        (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right)))
      later([this, name] {
        if (has_panel(layout(), name)) settings_.panel = name;
      });
  }
  ImGui::EndChild();
}

void Workbench::draw_header(Panel& panel) {
  const std::string name(panel.name());
  const float right = ImGui::GetContentRegionMax().x;
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_Text,
                        name == settings_.panel ? colours().accent : ImGui::GetStyleColorVec4(ImGuiCol_Text));
  if (ImGui::SmallButton(name.c_str())) ImGui::OpenPopup("panels");
  ImGui::PopStyleColor(2);
  note_location("header " + name);
  ImGui::SetItemTooltip("%s\nClick to show another panel here.", panel.help().data());
  if (ImGui::BeginPopup("panels")) {
    for (const auto& each : panels_) {
      const std::string other(each->name());
      if (ImGui::Selectable(other.c_str(), other == name))
        later([this, name, other] {
          replace_panel(layout(), name, other);
          settings_.panel = other;
        });
      note_location("choose " + other);
    }
    ImGui::EndPopup();
  }
  const float icon = ImGui::GetFontSize() * 1.3f + ImGui::GetStyle().ItemSpacing.x;
  const auto act = [&](std::function<void()> action) {
    later([this, name, action = std::move(action)] {
      settings_.panel = name;
      action();
    });
  };
  ImGui::SameLine(right - 4 * icon);
  if (icon_button(("split " + name + " right").c_str(), Icon::split_right, "Ctrl+\\: one more panel to the right"))
    act([this] { split(Split::columns); });
  ImGui::SameLine();
  if (icon_button(("split " + name + " down").c_str(), Icon::split_down, "Ctrl+Shift+\\: one more panel below"))
    act([this] { split(Split::rows); });
  ImGui::SameLine();
  if (icon_button(("fill " + name).c_str(), settings_.one_panel ? Icon::restore : Icon::fill,
                  settings_.one_panel ? "Ctrl+M: show all panels of the layout" : "Ctrl+M: fill the window"))
    act([this] { toggle_one_panel(); });
  ImGui::SameLine();
  if (icon_button(("close " + name).c_str(), Icon::close, "Ctrl+W: give its space to the neighbour"))
    act([this] { close(); });
}

}  // namespace modlab::gui
