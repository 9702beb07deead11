#include "gui/draw/code_editor.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "kernels/split.h"

namespace modlab::gui {
namespace {

/// Columns of the line numbers.
constexpr int kGutter = 5;

float letter_width() { return ImGui::CalcTextSize("0").x; }
float gutter_width() { return kGutter * letter_width(); }

/// Where the text begins in the current window, on the screen.
ImVec2 text_origin() {
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const ImVec2 window = ImGui::GetWindowPos();
  return {window.x - ImGui::GetScrollX() + gutter_width() + padding.x, window.y - ImGui::GetScrollY() + padding.y};
}

}  // namespace

ImU32 hlsl_colour(HlslKind kind) {
  switch (kind) {
    case HlslKind::plain: break;
    case HlslKind::keyword: return ImGui::GetColorU32(colours().accent);
    case HlslKind::number: return ImGui::GetColorU32(colours().formula);
    case HlslKind::comment: return ImGui::GetColorU32(colours().quiet);
    case HlslKind::declaration: return ImGui::GetColorU32(colours().good);
    case HlslKind::preprocessor: return ImGui::GetColorU32(colours().peer);
  }
  return ImGui::GetColorU32(ImGuiCol_Text);
}

bool CodeEditor::draw(std::string& text, std::uint64_t generation, std::optional<std::size_t> fault) {
  ImGui::PushFont(code_font());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  bool changed = false;
  if (ImGui::BeginChild("code", ImVec2(0, 0), ImGuiChildFlags_Border, ImGuiWindowFlags_HorizontalScrollbar)) {
    float widest = 0;
    const std::vector<std::string_view> lines = split(text, '\n');
    for (const std::string_view line : lines)
      widest = std::max(widest, ImGui::CalcTextSize(line.data(), line.data() + line.size()).x);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    // Large enough for ImGui's field to need no scrolling of its own: the window around it scrolls.
    const ImVec2 size(std::max(room.x - gutter_width(), widest + 4 * letter_width()),
                      std::max(room.y, static_cast<float>(lines.size() + 1) * ImGui::GetTextLineHeight() +
                                           2 * ImGui::GetStyle().FramePadding.y));
    ImGui::SetCursorPos(ImVec2(gutter_width(), 0));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
    ImGui::PushID(static_cast<int>(generation));
    edited_ = &text;
    changed = ImGui::InputTextMultiline(
        "##code", text.data(), text.capacity() + 1, size,
        ImGuiInputTextFlags_AllowTabInput | ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways,
        on_edit, this);
    edited_ = nullptr;
    ImGui::PopID();
    ImGui::PopStyleColor(2);
    const bool active = ImGui::IsItemActive();
    note_location("code", ImVec2(ImGui::GetWindowPos().x + room.x / 2, ImGui::GetWindowPos().y + room.y / 2));
    draw_lines(text, fault);
    if (active) draw_caret(text);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  return changed;
}

int CodeEditor::on_edit(ImGuiInputTextCallbackData* data) {
  auto& self = *static_cast<CodeEditor*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    self.edited_->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = self.edited_->data();
  } else {
    self.caret_ = static_cast<std::size_t>(data->CursorPos);
  }
  return 0;
}

void CodeEditor::draw_lines(const std::string& text, std::optional<std::size_t> fault) {
  if (tokens_of_ != text || tokens_.empty()) {
    tokens_ = tokenize_hlsl(text);
    tokens_of_ = text;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = text_origin();
  const float height = ImGui::GetTextLineHeight();
  const float scrolled = ImGui::GetScrollY() / height;
  const auto first = static_cast<std::size_t>(std::max(0.0f, scrolled - 1));
  const auto shown = static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 3;
  const std::vector<std::string_view> lines = split(text, '\n');
  for (std::size_t i = first; i < std::min(lines.size(), first + shown); ++i) {
    const float y = origin.y + static_cast<float>(i) * height;
    if (fault && *fault == i + 1)
      list.AddRectFilled(ImVec2(ImGui::GetWindowPos().x, y),
                         ImVec2(ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), y + height),
                         ImGui::GetColorU32(colours().fault_background));
    const std::string number = fmt::format("{:>{}}", i + 1, kGutter - 1);
    list.AddText(ImVec2(origin.x - gutter_width() - ImGui::GetStyle().FramePadding.x, y),
                 ImGui::GetColorU32(fault && *fault == i + 1 ? colours().fault : with_alpha(colours().quiet, 0.6f)),
                 number.c_str());
    float x = origin.x;
    for (const HlslToken& token : tokens_[i]) {
      const char* const begin = lines[i].data() + token.begin;
      list.AddText(ImVec2(x, y), hlsl_colour(token.kind), begin, begin + token.length);
      x += ImGui::CalcTextSize(begin, begin + token.length).x;
    }
  }
}

/// Also scrolls to it where it moved.
void CodeEditor::draw_caret(const std::string& text) {
  const std::string_view before = std::string_view(text).substr(0, caret_);
  const auto line = static_cast<float>(std::ranges::count(before, '\n'));
  const std::string_view left = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
  const float height = ImGui::GetTextLineHeight();
  const float x = ImGui::CalcTextSize(left.data(), left.data() + left.size()).x;
  const ImVec2 origin = text_origin();
  const ImVec2 top(origin.x + x, origin.y + line * height);
  ImGui::GetWindowDrawList()->AddLine(top, ImVec2(top.x, top.y + height), ImGui::GetColorU32(ImGuiCol_Text));
  if (caret_ == shown_caret_) return;
  shown_caret_ = caret_;
  const float room = ImGui::GetWindowHeight() - 2 * height;  // for a scrollbar
  if (line * height < ImGui::GetScrollY()) ImGui::SetScrollY(line * height);
  if ((line + 1) * height > ImGui::GetScrollY() + room) ImGui::SetScrollY((line + 1) * height - room);
  const float right = ImGui::GetWindowWidth() - 2 * gutter_width();
  if (x < ImGui::GetScrollX() || x > ImGui::GetScrollX() + right) ImGui::SetScrollX(std::max(0.0f, x - right / 2));
}

}  // namespace modlab::gui
