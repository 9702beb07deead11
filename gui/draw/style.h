#pragma once

#include <imgui.h>

#include <string_view>

#include "gui/runs/settings.h"
#include "harness/statistics/verdict.h"

namespace modlab::gui {

/// Colours with a meaning, the same in every panel.
struct Colours {
  ImVec4 quiet;   ///< labels and notes
  ImVec4 accent;  ///< headings, and commands to type
  ImVec4 good;    ///< the tie set, the verdict one hopes for
  ImVec4 fault;   ///< failed variants, broken files
  ImVec4 fault_background;
  ImVec4 exact;      ///< kernels that are bit-identical to the reference
  ImVec4 formula;    ///< kernels that evaluate DirectML's formula
  ImVec4 peer;       ///< what is timed beside the kernels, such as DirectML
  ImVec4 selection;  ///< a ring around what is selected
};

/// Those of the current theme.
const Colours& colours();

/// The colour of an accuracy class, by its name in journals.
const ImVec4& class_colour(std::string_view accuracy);

const ImVec4& verdict_colour(statistics::Verdict verdict);

ImVec4 with_alpha(const ImVec4& colour, float alpha);

/// Sets colours, spacing and fonts of the current ImGui and ImPlot contexts. `scale` is the display's times the user's,
/// 1 at 96 dpi. The backend must then rebuild its font texture.
void apply_style(Theme theme, float scale);

/// Monospaced, for source code.
ImFont* code_font();

/// Never as a format string: names and messages come from files.
inline void draw_text(std::string_view text) { ImGui::TextUnformatted(text.data(), text.data() + text.size()); }
void draw_text(std::string_view text, const ImVec4& colour);

/// Wraps at the right edge of the current window or table cell.
void draw_wrapped(std::string_view text, const ImVec4& colour);

}  // namespace modlab::gui
