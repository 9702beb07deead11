#pragma once

#include <imgui.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/analysis/hlsl_tokens.h"
#include "gui/analysis/line_difference.h"

namespace modlab::gui {

/// The colours of the two sides, in text and plots: two that every theme keeps apart, and that do not say, as red and
/// green would, that one side is better.
ImVec4 left_colour();
ImVec4 right_colour();

/// Two texts side by side that scroll together, with their differences marked.
class DifferenceView {
 public:
  using Tokens = std::vector<std::vector<HlslToken>>;

  /// Fills the remaining space. The tokens, which may be null, are of the lines of either text.
  void draw(const std::shared_ptr<const LineDifference>& difference, const Tokens* left, const Tokens* right);

 private:
  struct Side {
    const std::vector<std::string>& lines;
    const Tokens* tokens;
    ImVec4 colour;
    float x;  ///< of its left edge on the screen
    bool is_left;
  };

  void prepare(const std::shared_ptr<const LineDifference>& difference);
  void draw_tools();
  void draw_rows(const Tokens* left, const Tokens* right);
  void draw_side(const Side& side, std::size_t first, std::size_t end) const;  ///< some of shown_
  void draw_line(const Side& side, std::size_t line, const ImVec2& at) const;
  [[nodiscard]] float text_width() const;  ///< of one side, in pixels
  [[nodiscard]] float line_y(std::size_t shown) const;
  [[nodiscard]] bool is_current(std::size_t row) const;  ///< part of the difference jumped to
  [[nodiscard]] std::optional<TextRange> marked_part(const LineDifference::Row& row, bool of_left) const;

  bool only_differences_ = true;
  std::size_t current_ = 0;  ///< the difference last jumped to
  bool jump_ = false;

  // Of the difference on show.
  std::shared_ptr<const LineDifference> difference_;
  bool folded_ = false;
  std::vector<ShownRow> shown_;
  std::size_t longest_ = 0;  ///< line, in bytes
  float width_ = 0;          ///< of both sides, in pixels
};

}  // namespace modlab::gui
