#include "gui/draw/difference_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gui/draw/code_editor.h"
#include "gui/draw/locations.h"
#include "gui/draw/style.h"

namespace modlab::gui {
namespace {

constexpr std::size_t kLinesAround = 3;  ///< of each difference, as usual
constexpr float kLinesAbove = 2;         ///< the difference that was jumped to

float line_number_width() { return 5.5f * ImGui::CalcTextSize("0").x; }

/// Whether less than most of a line differs. Otherwise it is another line, and marking all of it tells nothing.
bool is_part(const TextRange& differing, const std::string& line) {
  return 3 * (differing.end - differing.begin) < 2 * line.size();
}

}  // namespace

ImVec4 left_colour() { return colours().exact; }
ImVec4 right_colour() { return colours().formula; }

void DifferenceView::draw(const std::shared_ptr<const LineDifference>& difference, const Tokens* left,
                          const Tokens* right) {
  prepare(difference);
  draw_tools();
  ImGui::PushFont(code_font());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  if (ImGui::BeginChild("lines", ImVec2(0, 0), ImGuiChildFlags_Border, ImGuiWindowFlags_HorizontalScrollbar))
    draw_rows(left, right);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void DifferenceView::prepare(const std::shared_ptr<const LineDifference>& difference) {
  if (difference_ == difference && folded_ == only_differences_) return;
  if (difference_ != difference) {
    current_ = 0;
    longest_ = 0;
    for (const auto* lines : {&difference->left, &difference->right})
      for (const std::string& line : *lines) longest_ = std::max(longest_, line.size());
  }
  difference_ = difference;
  folded_ = only_differences_;
  shown_ = folded_ ? fold_equal(*difference, kLinesAround) : all_rows(*difference);
  jump_ = true;
}

void DifferenceView::draw_tools() {
  const std::size_t count = difference_->changes.size();
  ImGui::Checkbox("only differences", &only_differences_);
  ImGui::SameLine();
  ImGui::BeginDisabled(count == 0);
  if (ImGui::Button("Previous") && count > 0) {
    current_ = (current_ + count - 1) % count;
    jump_ = true;
  }
  ImGui::SameLine();
  if (ImGui::Button("Next") && count > 0) {
    current_ = (current_ + 1) % count;
    jump_ = true;
  }
  note_location("next difference");
  ImGui::EndDisabled();
  ImGui::SameLine();
  draw_text(count == 0 ? "no difference" : fmt::format("difference {} of {}", current_ + 1, count), colours().quiet);
}

float DifferenceView::text_width() const { return width_ / 2 - line_number_width(); }

void DifferenceView::draw_rows(const Tokens* left, const Tokens* right) {
  const float height = ImGui::GetTextLineHeight();
  width_ = ImGui::GetContentRegionAvail().x;
  // Each half scrolls as far as the longest line of both needs.
  const float longest = static_cast<float>(longest_ + 2) * ImGui::CalcTextSize("0").x;
  ImGui::Dummy(ImVec2(width_ + std::max(0.0f, longest - text_width()), static_cast<float>(shown_.size() + 1) * height));
  if (jump_ && current_ < difference_->changes.size()) {
    const std::size_t row = difference_->changes[current_];
    const auto at =
        std::ranges::find_if(shown_, [&](const ShownRow& shown) { return shown.row == row && shown.folded == 0; });
    ImGui::SetScrollY(std::max(0.0f, (static_cast<float>(at - shown_.begin()) - kLinesAbove) * height));
  }
  jump_ = false;
  const ImVec2 window = ImGui::GetWindowPos();
  const auto first = static_cast<std::size_t>(ImGui::GetScrollY() / height);
  const auto end = std::min(shown_.size(), first + static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = first; i < end; ++i)
    if (shown_[i].folded > 0)
      list.AddText(ImVec2(window.x + line_number_width(), line_y(i)),
                   ImGui::GetColorU32(with_alpha(colours().quiet, 0.8f)),
                   fmt::format("… {} lines without a difference …", shown_[i].folded).c_str());
  const float middle = window.x + width_ / 2;
  draw_side({difference_->left, left, left_colour(), window.x, true}, first, end);
  draw_side({difference_->right, right, right_colour(), middle, false}, first, end);
  list.AddLine(ImVec2(middle, window.y), ImVec2(middle, window.y + ImGui::GetWindowHeight()),
               ImGui::GetColorU32(ImGuiCol_Separator));
}

float DifferenceView::line_y(std::size_t shown) const {
  return ImGui::GetWindowPos().y - ImGui::GetScrollY() + static_cast<float>(shown) * ImGui::GetTextLineHeight();
}

/// What is clipped comes after everything else: each clipping is a call to the graphics driver.
void DifferenceView::draw_side(const Side& side, std::size_t first, std::size_t end) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = ImGui::GetTextLineHeight();
  const auto visit = [&](const auto& draw) {
    for (std::size_t i = first; i < end; ++i) {
      const LineDifference::Row& row = difference_->rows[shown_[i].row];
      if (shown_[i].folded == 0) draw(i, row, side.is_left ? row.left : row.right);
    }
  };
  visit([&](std::size_t i, const LineDifference::Row& row, const std::optional<std::size_t>& line) {
    const float y = line_y(i);
    if (!row.matches && is_current(shown_[i].row))
      list.AddRectFilled(ImVec2(side.x, y), ImVec2(side.x + ImGui::GetFontSize() * 0.25f, y + height),
                         ImGui::GetColorU32(side.colour));
    if (!line) return;
    if (!row.matches)
      list.AddRectFilled(ImVec2(side.x, y), ImVec2(side.x + width_ / 2, y + height),
                         ImGui::GetColorU32(with_alpha(side.colour, 0.16f)));
    list.AddText(ImVec2(side.x, y), ImGui::GetColorU32(with_alpha(colours().quiet, 0.6f)),
                 fmt::format("{:>5}", *line + 1).c_str());
  });
  const float begin = side.x + line_number_width();
  list.PushClipRect(ImVec2(begin, ImGui::GetWindowPos().y),
                    ImVec2(begin + text_width(), ImGui::GetWindowPos().y + ImGui::GetWindowHeight()), true);
  visit([&](std::size_t i, const LineDifference::Row& row, const std::optional<std::size_t>& line) {
    if (!line) return;
    const ImVec2 at(begin - ImGui::GetScrollX(), line_y(i));
    if (const auto differing = marked_part(row, side.is_left)) {
      const char* const text = side.lines[*line].data();
      const float before = ImGui::CalcTextSize(text, text + differing->begin).x;
      const float length = ImGui::CalcTextSize(text + differing->begin, text + differing->end).x;
      list.AddRectFilled(ImVec2(at.x + before, at.y), ImVec2(at.x + before + length, at.y + height),
                         ImGui::GetColorU32(with_alpha(side.colour, 0.38f)));
    }
    draw_line(side, *line, at);
  });
  list.PopClipRect();
}

bool DifferenceView::is_current(std::size_t row) const {
  const auto next = std::ranges::upper_bound(difference_->changes, row);
  return static_cast<std::size_t>(next - difference_->changes.begin()) == current_ + 1;
}

std::optional<TextRange> DifferenceView::marked_part(const LineDifference::Row& row, bool of_left) const {
  if (row.matches || !row.left || !row.right) return std::nullopt;
  const std::string& left = difference_->left[*row.left];
  const std::string& right = difference_->right[*row.right];
  const auto [in_left, in_right] = differing_part(left, right);
  if (!is_part(in_left, left) || !is_part(in_right, right)) return std::nullopt;
  return of_left ? in_left : in_right;
}

void DifferenceView::draw_line(const Side& side, std::size_t line, const ImVec2& at) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string& text = side.lines[line];
  if (side.tokens == nullptr || line >= side.tokens->size()) {
    list.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), text.data(), text.data() + text.size());
    return;
  }
  float x = at.x;
  for (const HlslToken& token : (*side.tokens)[line]) {
    const std::size_t end = std::min(text.size(), token.begin + token.length);  // the text may lack a carriage return
    if (token.begin >= end) continue;
    const char* const begin = text.data() + token.begin;
    list.AddText(ImVec2(x, at.y), hlsl_colour(token.kind), begin, text.data() + end);
    x += ImGui::CalcTextSize(begin, text.data() + end).x;
  }
}

}  // namespace modlab::gui
