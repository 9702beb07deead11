#pragma once

#include <imgui.h>

#include <string_view>

#include "gui/runs/settings.h"

namespace modlab {

/// Colours that carry a meaning, the same in every panel.
struct Colours {
  ImVec4 quiet;   ///< labels and remarks
  ImVec4 accent;  ///< headings, and commands to type
  ImVec4 good;    ///< the tie set, a verdict as it should be
  ImVec4 fault;   ///< failed variants, broken files
  ImVec4 fault_background;
  ImVec4 exact;      ///< kernels that are bit-identical to the reference
  ImVec4 formula;    ///< kernels that evaluate DirectML's formula
  ImVec4 selection;  ///< a ring around what is selected
};

/// Those of the theme that was applied last.
const Colours& colours();

/// The colour of an accuracy class, by the name that journals have for it.
const ImVec4& class_colour(std::string_view accuracy);

ImVec4 with_alpha(const ImVec4& colour, float alpha);

/// Sets colours, spacing and the font of the current ImGui and ImPlot contexts. scale is the display's times the
/// user's, 1 at 96 dots an inch. What the backend made of an earlier font must be made anew.
void apply_style(Theme theme, float scale);

/// For sources, whose columns line up in it.
ImFont* code_font();

/// Text is never a format here: names and messages come from files.
inline void draw_text(std::string_view text) { ImGui::TextUnformatted(text.data(), text.data() + text.size()); }
void draw_text(std::string_view text, const ImVec4& colour);

/// Breaks lines at the right edge of the current window or table cell.
void draw_wrapped(std::string_view text, const ImVec4& colour);

}  // namespace modlab
