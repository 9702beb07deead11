#pragma once

#include <imgui.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::gui {

/// What the user can ask for by a key or by its name.
struct Command {
  std::string name;
  std::vector<ImGuiKeyChord> keys;  ///< any of them; none where it has only its name
  std::function<void()> run;
  bool while_typing = true;  ///< false where its keys belong to a text field that is being edited
};

/// "Ctrl+Shift+C", "Ctrl+Plus".
std::string keys_text(ImGuiKeyChord keys);

/// Runs the commands whose keys were pressed in this frame.
void run_pressed(const std::vector<Command>& commands);

/// Finds a command by words of its name.
class CommandSearch {
 public:
  /// Among these.
  void ask(std::vector<Command> commands);
  /// Opened and drawn in the same ImGui window. Runs what was chosen once the popup is closed, so that a command may
  /// open another.
  void draw();

 private:
  bool is_wanted_ = false;
  std::vector<Command> commands_;
  std::array<char, 128> words_{};
  std::size_t chosen_ = 0;
};

/// Lists every shortcut: those of the commands, and what keys and mouse do inside panels.
void open_keys_popup();
void draw_keys_popup(const std::vector<Command>& commands);

}  // namespace modlab::gui
