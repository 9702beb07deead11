#include "gui/draw/style.h"

#include <implot.h>

#include <array>
#include <cmath>

#include "gui/draw/font.h"

namespace modlab::gui {
namespace {

// At 96 dpi: the names and figures of a leaderboard row fit into 1600 pixels.
constexpr float kFontPixels = 15;

constexpr Colours kDark{.quiet = {0.60f, 0.64f, 0.70f, 1.0f},
                        .accent = {0.45f, 0.72f, 1.00f, 1.0f},
                        .good = {0.50f, 0.85f, 0.55f, 1.0f},
                        .fault = {1.00f, 0.52f, 0.45f, 1.0f},
                        .fault_background = {0.30f, 0.11f, 0.10f, 1.0f},
                        .exact = {0.36f, 0.64f, 0.98f, 1.0f},
                        .formula = {0.98f, 0.66f, 0.26f, 1.0f},
                        .peer = {0.83f, 0.55f, 0.98f, 1.0f},
                        .selection = {1.00f, 1.00f, 1.00f, 1.0f}};
constexpr Colours kLight{.quiet = {0.38f, 0.41f, 0.46f, 1.0f},
                         .accent = {0.04f, 0.36f, 0.74f, 1.0f},
                         .good = {0.05f, 0.45f, 0.16f, 1.0f},
                         .fault = {0.76f, 0.12f, 0.08f, 1.0f},
                         .fault_background = {1.00f, 0.90f, 0.88f, 1.0f},
                         .exact = {0.07f, 0.40f, 0.80f, 1.0f},
                         .formula = {0.80f, 0.42f, 0.02f, 1.0f},
                         .peer = {0.52f, 0.16f, 0.72f, 1.0f},
                         .selection = {0.05f, 0.05f, 0.08f, 1.0f}};

const Colours*& current() {
  static const Colours* colours = &kDark;
  return colours;
}

/// ImGui's own font where the machine has none that we know.
ImFont* load_font(Face face, float pixels) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  // Latin letters, and the dashes, quotes and ellipses that our text uses.
  static constexpr std::array<ImWchar, 5> kGlyphs{0x0020, 0x00FF, 0x2010, 0x2027, 0};
  ImFontConfig config;
  // Letters on whole pixels, because shells may sample the font without interpolation.
  config.OversampleH = 1;
  config.PixelSnapH = true;
  if (const auto file = find_font(face))
    return fonts.AddFontFromFileTTF(file->string().c_str(), pixels, &config, kGlyphs.data());
  config.SizePixels = pixels;
  return fonts.AddFontDefault(&config);
}

ImFont*& current_code_font() {
  static ImFont* font = nullptr;
  return font;
}

void apply_dark(ImGuiStyle& style) {
  ImGui::StyleColorsDark(&style);
  style.Colors[ImGuiCol_Text] = {0.90f, 0.92f, 0.95f, 1.0f};
  style.Colors[ImGuiCol_WindowBg] = {0.085f, 0.095f, 0.115f, 1.0f};
  style.Colors[ImGuiCol_PopupBg] = {0.11f, 0.125f, 0.15f, 0.98f};
  style.Colors[ImGuiCol_FrameBg] = {0.15f, 0.17f, 0.21f, 1.0f};
  style.Colors[ImGuiCol_TableHeaderBg] = {0.15f, 0.18f, 0.23f, 1.0f};
  style.Colors[ImGuiCol_TableBorderLight] = {0.19f, 0.21f, 0.25f, 1.0f};
  style.Colors[ImGuiCol_Separator] = {0.22f, 0.25f, 0.30f, 1.0f};
  ImPlot::StyleColorsDark();
}

void apply_light(ImGuiStyle& style) {
  ImGui::StyleColorsLight(&style);
  style.Colors[ImGuiCol_Text] = {0.10f, 0.11f, 0.13f, 1.0f};
  style.Colors[ImGuiCol_WindowBg] = {0.97f, 0.975f, 0.98f, 1.0f};
  style.Colors[ImGuiCol_FrameBg] = {0.85f, 0.865f, 0.89f, 1.0f};
  style.Colors[ImGuiCol_TableHeaderBg] = {0.86f, 0.88f, 0.91f, 1.0f};
  ImPlot::StyleColorsLight();
  ImPlot::GetStyle().Colors[ImPlotCol_AxisGrid] = {0.55f, 0.60f, 0.66f,
                                                   0.25f};  // ImPlot's is white, for a grey background
}

}  // namespace

ImFont* code_font() { return current_code_font(); }

const Colours& colours() { return *current(); }

const ImVec4& class_colour(std::string_view accuracy) {
  return accuracy == "formula" ? colours().formula : accuracy == "peer" ? colours().peer : colours().exact;
}

const ImVec4& verdict_colour(statistics::Verdict verdict) {
  switch (verdict) {
    case statistics::Verdict::faster: return colours().good;
    case statistics::Verdict::slower: return colours().fault;
    case statistics::Verdict::same: return colours().accent;
    case statistics::Verdict::unclear: return colours().quiet;
  }
  return colours().quiet;
}

ImVec4 with_alpha(const ImVec4& colour, float alpha) { return {colour.x, colour.y, colour.z, alpha}; }

void apply_style(Theme theme, float scale) {
  current() = theme == Theme::dark ? &kDark : &kLight;
  ImGuiStyle style;  // a fresh one each time, because scaling accumulates
  theme == Theme::dark ? apply_dark(style) : apply_light(style);
  style.WindowPadding = {14, 12};
  style.FramePadding = {8, 5};
  style.CellPadding = {6, 4};
  style.ItemSpacing = {8, 7};
  style.FrameRounding = 4;
  style.TabRounding = 4;
  style.ScrollbarRounding = 4;
  style.WindowBorderSize = 0;
  style.AntiAliasedLinesUseTex = false;                    // they would need interpolation
  style.Colors[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0};  // covering the whole window costs two frames' time
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;

  ImPlotStyle& plot = ImPlot::GetStyle();
  plot.Colormap = ImPlotColormap_Deep;
  plot.FitPadding = {0.03f, 0.06f};
  plot.PlotPadding = {10 * scale, 10 * scale};
  plot.MousePosPadding = {10 * scale, 10 * scale};
  plot.Colors[ImPlotCol_PlotBg] = {0, 0, 0, 0};  // a software driver spends a third of its time on such areas
  plot.Colors[ImPlotCol_FrameBg] = {0, 0, 0, 0};
  plot.Colors[ImPlotCol_PlotBorder] = style.Colors[ImGuiCol_Separator];
  ImGui::GetIO().Fonts->Clear();
  load_font(Face::text, std::round(kFontPixels * scale));
  current_code_font() = load_font(Face::code, std::round(kFontPixels * scale));
}

void draw_text(std::string_view text, const ImVec4& colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  draw_text(text);
  ImGui::PopStyleColor();
}

void draw_wrapped(std::string_view text, const ImVec4& colour) {
  ImGui::PushTextWrapPos(0);
  draw_text(text, colour);
  ImGui::PopTextWrapPos();
}

}  // namespace modlab::gui
