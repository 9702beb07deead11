#pragma once

#include <optional>

#include "gui/runs/resumption.h"

namespace modlab::gui {

/// Asks before a run is resumed otherwise than it was started. Drawn in one ImGui window.
class ResumeQuestion {
 public:
  void ask(Resumption resumption);
  /// What is to be resumed in this frame: the user agreed, or nothing differs.
  [[nodiscard]] std::optional<Resumption> draw();

 private:
  bool is_wanted_ = false;
  Resumption resumption_;
};

/// The arguments as a line to read: for the shell at hand where it can hold them. Nothing where characters in them
/// would hide what they say.
std::optional<std::string> shown_call(std::vector<std::string> arguments);

}  // namespace modlab::gui
