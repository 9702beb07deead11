#pragma once

#include <imgui.h>

#include <string_view>

namespace modlab {

/// Colours that carry a meaning, the same in every panel.
inline constexpr ImVec4 kQuietColour{0.60f, 0.64f, 0.70f, 1.0f};   ///< labels and remarks
inline constexpr ImVec4 kAccentColour{0.45f, 0.72f, 1.00f, 1.0f};  ///< headings, and commands to type
inline constexpr ImVec4 kGoodColour{0.50f, 0.85f, 0.55f, 1.0f};    ///< the tie set, a verdict as it should be
inline constexpr ImVec4 kFaultColour{1.00f, 0.52f, 0.45f, 1.0f};   ///< failed variants, broken files

/// Sets colours, spacing and the font of the current ImGui context. scale is the display's, 1 at 96 dots an inch.
void apply_style(float scale);

/// Text is never a format here: names and messages come from files.
inline void draw_text(std::string_view text) { ImGui::TextUnformatted(text.data(), text.data() + text.size()); }
void draw_text(std::string_view text, const ImVec4& colour);

/// Breaks lines at the right edge of the current window or table cell.
void draw_wrapped(std::string_view text, const ImVec4& colour);

}  // namespace modlab
