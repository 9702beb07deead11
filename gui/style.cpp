#include "gui/style.h"

#include <cmath>

#include "gui/font.h"

namespace modlab {
namespace {

// At 96 dots an inch: a leaderboard row's names and figures fit side by side into 1600 pixels.
constexpr float kFontPixels = 15;

void load_font(float pixels) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  if (const auto file = find_font()) {
    fonts.AddFontFromFileTTF(file->string().c_str(), pixels);
    return;
  }
  ImFontConfig config;
  config.SizePixels = pixels;
  fonts.AddFontDefault(&config);
}

}  // namespace

void apply_style(float scale) {
  ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowPadding = {14, 12};
  style.FramePadding = {8, 5};
  style.CellPadding = {6, 3};
  style.ItemSpacing = {8, 7};
  style.FrameRounding = 4;
  style.TabRounding = 4;
  style.ScrollbarRounding = 4;
  style.WindowBorderSize = 0;
  style.Colors[ImGuiCol_Text] = {0.90f, 0.92f, 0.95f, 1.0f};
  style.Colors[ImGuiCol_WindowBg] = {0.085f, 0.095f, 0.115f, 1.0f};
  style.Colors[ImGuiCol_FrameBg] = {0.15f, 0.17f, 0.21f, 1.0f};
  style.Colors[ImGuiCol_TableHeaderBg] = {0.15f, 0.18f, 0.23f, 1.0f};
  style.Colors[ImGuiCol_TableBorderLight] = {0.19f, 0.21f, 0.25f, 1.0f};
  style.Colors[ImGuiCol_TableRowBg] = {0, 0, 0, 0};
  style.Colors[ImGuiCol_TableRowBgAlt] = {1, 1, 1, 0.025f};
  style.Colors[ImGuiCol_Separator] = {0.22f, 0.25f, 0.30f, 1.0f};
  style.ScaleAllSizes(scale);
  load_font(std::round(kFontPixels * scale));
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

}  // namespace modlab
