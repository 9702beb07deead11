#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/analysis/hlsl_tokens.h"

namespace modlab::gui {

ImU32 hlsl_colour(HlslKind kind);

/// A text field for HLSL with line numbers and colours. ImGui's own field edits; its text is invisible, and the
/// coloured one is drawn in its place.
class CodeEditor {
 public:
  /// Fills the remaining space. `generation` must change where the text was replaced by anything but this editor;
  /// `fault` is a line, from 1, to point at. True where the user changed the text.
  bool draw(std::string& text, std::uint64_t generation, std::optional<std::size_t> fault);

 private:
  static int on_edit(ImGuiInputTextCallbackData* data);
  void draw_lines(const std::string& text, std::optional<std::size_t> fault);
  void draw_caret(const std::string& text);

  std::vector<std::vector<HlslToken>> tokens_;
  std::string tokens_of_;          ///< the text that the tokens are of
  std::string* edited_ = nullptr;  ///< while ImGui edits it
  std::size_t caret_ = 0;          ///< its byte
  std::size_t shown_caret_ = 0;    ///< that was last scrolled to
};

}  // namespace modlab::gui
