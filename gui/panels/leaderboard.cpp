#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "gui/analysis/leaderboard_columns.h"
#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/panel.h"

namespace modlab::gui {
namespace {

void draw_right_aligned(std::string_view text) {
  const float available =
      ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(available, 0.0f));
  draw_text(text);
}

class LeaderboardPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "leaderboard"; }
  [[nodiscard]] std::string_view help() const override {
    return "Every variant that was tried, with its figures. Green: the tie set, the best and all that tie with it. "
           "Violet: peers such as DirectML.";
  }

  void draw(ViewModel& model) override {
    draw_filter(model);
    constexpr ImGuiTableFlags kFlags =
        ImGuiTableFlags_Sortable | ImGuiTableFlags_SortMulti | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV |
        ImGuiTableFlags_Resizable | ImGuiTableFlags_Reorderable | ImGuiTableFlags_Hideable | ImGuiTableFlags_PadOuterX;
    const auto columns = leaderboard_columns();
    const Shape shape{.is_narrow = ImGui::GetContentRegionAvail().x < ImGui::GetFontSize() * 75,
                      .is_one_workload = model.whole_run()->groups.size() < 2};
    // The user's choice of columns is kept for each shape.
    const std::string id =
        fmt::format("rows{}{}", shape.is_narrow ? " narrow" : "", shape.is_one_workload ? " one" : "");
    if (!ImGui::BeginTable(id.c_str(), static_cast<int>(columns.size()), kFlags)) return;
    set_up_columns(shape);
    take_sort_order(model);
    const int wanted = line_of_new_selection(model);
    int above = -2;            // the last line drawn
    ImGuiListClipper clipper;  // only visible rows are formatted: a run may have 100,000
    clipper.Begin(static_cast<int>(model.visible().size()));
    if (wanted >= 0) clipper.IncludeItemByIndex(wanted);
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        draw_row(model, static_cast<std::size_t>(i), above != i - 1);
        above = i;
        if (i == wanted) ImGui::SetScrollHereY(0.5f);
      }
    ImGui::EndTable();
    seen_ = model.selection();  // what was clicked here is visible already
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    return [run = model.run(), visible = model.visible()] {
      std::string text = store::journal_header() + "\n";
      for (const std::size_t index : visible) text += store::to_csv(run->rows()[index]) + "\n";
      return text;
    };
  }

 private:
  /// The line of the row that another panel selected since the last frame, to scroll to it; -1 if there is none.
  int line_of_new_selection(const ViewModel& model) const {
    if (model.selection() == seen_ || model.selection().empty()) return -1;
    const auto found = std::ranges::find(model.visible(), model.selection().back());
    return found == model.visible().end() ? -1 : static_cast<int>(found - model.visible().begin());
  }

  void draw_filter(ViewModel& model) {
    ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 28, ImGui::GetContentRegionAvail().x * 0.6f));
    if (model.filter() != filter_.data()) {  // changed elsewhere, as by going back
      filter_ = {};
      model.filter().copy(filter_.data(), filter_.size() - 1);
    }
    if (ImGui::InputTextWithHint("##filter", "filter (Ctrl+F): words in workload, variant, status, detail",
                                 filter_.data(), filter_.size()))
      model.set_filter(filter_.data());
    if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_F)) ImGui::SetKeyboardFocusHere(-1);
    ImGui::SameLine();
    draw_text(fmt::format("{} of {} rows", model.visible().size(), model.rows().size()), colours().quiet);
    ImGui::SameLine();
    draw_text("·  headings sort", colours().quiet);
    ImGui::SetItemTooltip("Click a heading to sort, Shift+click to sort by several; right-click to choose columns.");
  }

  /// What decides which columns are shown at first.
  struct Shape {
    bool is_narrow = false;
    bool is_one_workload = false;
  };

  static bool is_hidden_at_first(const LeaderboardColumn& column, const Shape& shape) {
    if (shape.is_one_workload && &column == &leaderboard_columns()[kWorkloadColumn]) return true;
    return column.shown == LeaderboardColumn::Shown::on_request ||
           (shape.is_narrow && column.shown == LeaderboardColumn::Shown::where_wide);
  }

  static void set_up_columns(const Shape& shape) {
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const LeaderboardColumn& column : leaderboard_columns()) {
      const auto index = static_cast<std::size_t>(&column - leaderboard_columns().data());
      ImGuiTableColumnFlags flags =
          column.widest.empty() ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed;
      if (is_hidden_at_first(column, shape)) flags |= ImGuiTableColumnFlags_DefaultHide;
      if (index == kWorkloadColumn || index == kMedianColumn) flags |= ImGuiTableColumnFlags_DefaultSort;
      // Space for the sort arrow and, for further keys, their number.
      const float order = ImGui::GetFontSize() * (index == kMedianColumn ? 2.0f : 1.0f);
      const float width =
          std::max(ImGui::CalcTextSize(column.heading.data()).x + order, ImGui::CalcTextSize(column.widest.data()).x);
      // A variant's name is about 1.5 times as long as a workload's.
      const float share = index == kWorkloadColumn ? 2.0f : 3.0f;
      ImGui::TableSetupColumn(column.heading.data(), flags, column.widest.empty() ? share : width);
    }
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    int index = 0;
    for (const LeaderboardColumn& column : leaderboard_columns()) {
      if (!ImGui::TableSetColumnIndex(index++)) continue;
      ImGui::TableHeader(column.heading.data());
      ImGui::SetItemTooltip("%s", column.help.data());
    }
  }

  static void take_sort_order(ViewModel& model) {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty) return;
    std::vector<SortKey> keys;
    keys.reserve(static_cast<std::size_t>(specs->SpecsCount));
    for (int i = 0; i < specs->SpecsCount; ++i)
      keys.push_back({.column = static_cast<std::size_t>(specs->Specs[i].ColumnIndex),
                      .descending = specs->Specs[i].SortDirection == ImGuiSortDirection_Descending});
    if (keys != model.sort_keys()) model.sort_by(std::move(keys));
    specs->SpecsDirty = false;
  }

  /// A workload is named only on its first visible line. That saves a quarter of the letters, which cost a software
  /// driver most here.
  static void draw_row(ViewModel& model, std::size_t line, bool topmost) {
    const std::size_t index = model.visible()[line];
    const store::Row& row = model.rows()[index];
    const analysis::Run& run = *model.run();
    const bool same_workload = !topmost && run.group_of[model.visible()[line - 1]] == run.group_of[index];
    ImVec4 colour = ImGui::GetStyleColorVec4(ImGuiCol_Text);
    if (is_tied(row)) colour = colours().good;
    if (row.accuracy == "peer") colour = colours().peer;
    if (row.status != "ok") colour = colours().fault;

    ImGui::TableNextRow();
    ImGui::PushID(static_cast<int>(index));
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    bool clickable = false;
    int column_index = 0;
    for (const LeaderboardColumn& column : leaderboard_columns()) {
      const bool of_workload = column_index == static_cast<int>(kWorkloadColumn);
      if (!ImGui::TableSetColumnIndex(column_index++)) continue;
      if (!clickable) {
        if (ImGui::Selectable("##row", model.is_selected(index), ImGuiSelectableFlags_SpanAllColumns))
          select_clicked(model, index);
        if (locations_wanted()) note_location(fmt::format("row {}", row.row));
        ImGui::SameLine(0, 0);
        clickable = true;
      }
      if (of_workload && same_workload) continue;
      const std::string text = column.text(run, index);
      if (column.number != nullptr)
        draw_right_aligned(text);
      else
        draw_text(text);
    }
    ImGui::PopStyleColor();
    ImGui::PopID();
  }

  std::array<char, 256> filter_{};
  std::vector<std::size_t> seen_;  ///< what was selected in the last frame
};

}  // namespace

std::unique_ptr<Panel> make_leaderboard_panel() { return std::make_unique<LeaderboardPanel>(); }

}  // namespace modlab::gui
