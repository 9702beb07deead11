#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::html {

/// What a table shows in one place, and what it sorts by there.
struct HtmlCell {
  std::string html;
  std::optional<double> number{};  ///< otherwise by the text
};

HtmlCell text_cell(std::string_view text);
/// Something to be copied, such as a variant's name.
HtmlCell code_cell(std::string_view text);
HtmlCell link_cell(std::string_view text, std::string_view id);
HtmlCell number_cell(std::string_view text, double number);
/// In this format of fmt's; empty where there is no number.
HtmlCell figure_cell(std::string_view format, std::optional<double> figure);

struct HtmlColumn {
  std::string_view heading;
  std::string_view help = {};  ///< one sentence on what it means
  bool number = false;
};

/// A table that sorts by the column whose heading is clicked.
class HtmlTable {
 public:
  explicit HtmlTable(std::vector<HtmlColumn> columns) : columns_(std::move(columns)) {}

  /// A cell for each column.
  void add(const std::vector<HtmlCell>& cells, std::string_view classes = {});
  [[nodiscard]] std::string html() const;

 private:
  std::vector<HtmlColumn> columns_;
  std::string rows_;
};

}  // namespace modlab::html
