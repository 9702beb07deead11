#include "gui/shell/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "kernels/words.h"

namespace modlab::gui {
namespace {

constexpr const char* kSearchPopup = "Commands";
constexpr const char* kKeysPopup = "Keys";

struct Gesture {
  std::string_view keys;
  std::string_view what;
};
constexpr std::array kGestures{
    Gesture{"Ctrl+F", "filter the leaderboard"},
    Gesture{"Ctrl+S", "save the kernel file"},
    Gesture{"click, Ctrl+click", "select a variant in any panel; add it to the selection"},
    Gesture{"wheel, drag, double click", "zoom a plot, pan it, fit it"},
    Gesture{"drag along an axis of parallel", "brush: every panel shows only those variants"},
    Gesture{"drag, double click on a border", "give a panel more space, equal space"},
};

std::string name_of_key(ImGuiKey key) {
  switch (key) {
    case ImGuiKey_Equal: return "Plus";
    case ImGuiKey_LeftArrow: return "Left";
    case ImGuiKey_RightArrow: return "Right";
    case ImGuiKey_Backslash: return "\\";
    default: return ImGui::GetKeyName(key);
  }
}

std::string all_keys(const Command& command) {
  std::string text;
  for (const ImGuiKeyChord keys : command.keys) text += (text.empty() ? "" : ", ") + keys_text(keys);
  return text;
}

void draw_shortcut(std::string_view keys, std::string_view what) {
  ImGui::TableNextColumn();
  draw_text(keys, colours().accent);
  ImGui::TableNextColumn();
  draw_text(what);
}

}  // namespace

std::string keys_text(ImGuiKeyChord keys) {
  std::string text;
  if ((keys & ImGuiMod_Ctrl) != 0) text += "Ctrl+";
  if ((keys & ImGuiMod_Alt) != 0) text += "Alt+";
  if ((keys & ImGuiMod_Shift) != 0) text += "Shift+";
  return text + name_of_key(static_cast<ImGuiKey>(keys & ~ImGuiMod_Mask_));
}

void run_pressed(const std::vector<Command>& commands) {
  for (const Command& command : commands)
    if ((command.while_typing || !ImGui::GetIO().WantTextInput) &&
        std::ranges::any_of(command.keys, [](ImGuiKeyChord keys) { return ImGui::IsKeyChordPressed(keys); }))
      command.run();
}

void CommandSearch::ask(std::vector<Command> commands) {
  commands_ = std::move(commands);
  is_wanted_ = true;
}

void CommandSearch::draw() {
  if (std::exchange(is_wanted_, false)) ImGui::OpenPopup(kSearchPopup);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport.WorkPos.x + viewport.WorkSize.x / 2, viewport.WorkPos.y + viewport.WorkSize.y / 8},
                          ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSize({ImGui::GetFontSize() * 46, 0});
  if (!ImGui::BeginPopup(kSearchPopup)) return;
  if (ImGui::IsWindowAppearing()) {
    words_ = {};
    chosen_ = 0;
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##words", "a panel, a layout, a workload, or anything else to do", words_.data(),
                               words_.size()))
    chosen_ = 0;
  note_location("command words");
  std::vector<const Command*> found;
  for (const Command& command : commands_)
    if (has_words(command.name, words_.data())) found.push_back(&command);
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++chosen_;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow) && chosen_ > 0) --chosen_;
  chosen_ = std::min(chosen_, found.empty() ? 0 : found.size() - 1);
  const bool moved = ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow);
  std::optional<std::size_t> accepted;
  if (ImGui::BeginChild("found", {0, ImGui::GetTextLineHeightWithSpacing() * 18})) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(found[i]->name.c_str(), i == chosen_)) accepted = i;
      if (i == chosen_ && moved) ImGui::SetScrollHereY(0.5f);
      const std::string keys = all_keys(*found[i]);
      ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(keys.c_str()).x);
      draw_text(keys, colours().quiet);
      ImGui::PopID();
    }
    if (found.empty()) draw_text("There is no such command.", colours().quiet);
  }
  ImGui::EndChild();
  if (!found.empty() && (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter)))
    accepted = chosen_;
  if (accepted || ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (accepted) found[*accepted]->run();
}

void open_keys_popup() { ImGui::OpenPopup(kKeysPopup); }

void draw_keys_popup(const std::vector<Command>& commands) {
  if (!ImGui::BeginPopup(kKeysPopup)) return;
  if (ImGui::BeginTable("keys", 2)) {
    for (const Command& command : commands)
      if (!command.keys.empty()) draw_shortcut(all_keys(command), command.name);
    for (const Gesture& gesture : kGestures) draw_shortcut(gesture.keys, gesture.what);
    ImGui::EndTable();
  }
  ImGui::EndPopup();
}

}  // namespace modlab::gui
