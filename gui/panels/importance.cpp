#include "harness/analysis/importance.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

/// Part of a bar, as a share of the cell's width.
struct BarPart {
  double share = 0;
  ImVec4 colour;
};

/// Fills a table's cell with a bar of these parts, and text to the right of it, for which `widest` leaves room.
void draw_bar(std::initializer_list<BarPart> parts, const std::string& text, const char* widest) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float text_width = ImGui::CalcTextSize(widest).x + ImGui::GetStyle().ItemInnerSpacing.x;
  const float cell = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetTextLineHeight();
  float x = at.x;
  for (const BarPart& part : parts) {
    const float width = static_cast<float>(part.share) * std::max(0.0f, cell - text_width);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x, at.y + height * 0.15f), ImVec2(x + width, at.y + height * 0.9f),
                                              ImGui::GetColorU32(part.colour));
    x += width;
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x + cell - ImGui::CalcTextSize(text.c_str()).x, at.y));
  draw_text(text);
}

/// Of a factor on the time, bright where it is fast, as in the heat map.
ImVec4 colour_of_factor(double factor, double fastest, double slowest) {
  const double range = std::log(slowest) - std::log(fastest);
  const double at = range > 0 ? (std::log(slowest) - std::log(factor)) / range : 0.5;
  return ImPlot::SampleColormap(static_cast<float>(at), ImPlotColormap_Viridis);
}

double percent_of(std::size_t part, std::size_t all) {
  return all > 0 ? 100 * static_cast<double>(part) / static_cast<double>(all) : 0;
}

class ImportancePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "importance"; }
  [[nodiscard]] std::string_view help() const override {
    return "Which choices matter: the share of the variance of the times that each axis explains alone and with "
           "others, and which axes tell the best variants from the rest.";
  }

  void draw(ViewModel& model) override {
    if (model.run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "The shares appear as the run proceeds.");
      return;
    }
    draw_scope(model);
    const Known* known = known_of(model);
    if (known == nullptr) {
      draw_empty("Computing …", "A forest of regression trees learns the times of this workload's variants.");
      return;
    }
    const analysis::Run& run = *std::get<analysis::RunPointer>(known->first);
    const analysis::Importance& importance = known->second;
    if (importance.axes.empty() || importance.variants < kFewest) {
      draw_nothing(importance);
      return;
    }
    draw_wrapped(analysis::importance_text(importance, run), ImGui::GetStyleColorVec4(ImGuiCol_Text));
    if (const std::string part = part_text(importance); !part.empty()) draw_wrapped(part, colours().quiet);
    ImGui::Spacing();
    draw_tables(importance, run);
  }

  [[nodiscard]] bool busy() const override { return known_.busy(); }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    return [run = model.run(), group = model.group(), accuracy = model.accuracy()] {
      return csv_of(analysis::axis_importance(*run, group, accuracy), *run);
    };
  }

 private:
  static constexpr std::size_t kFewest = 8;  ///< variants: with fewer, any choice may explain everything

  using Key = std::tuple<analysis::RunPointer, std::size_t, std::string>;  ///< run, group, accuracy class
  using Known = std::pair<Key, analysis::Importance>;

  /// While a run grows, what is known of its earlier rows remains until the next result.
  const Known* known_of(const ViewModel& model) {
    const Key key{model.run(), model.group(), model.accuracy()};
    const Known* latest = known_.get(key, [key](const std::stop_token&) {
      const auto& [run, group, accuracy] = key;
      return analysis::axis_importance(*run, group, accuracy);
    });
    if (latest == nullptr) return nullptr;
    const auto& [run, group, accuracy] = latest->first;
    const bool same = run->files.path == model.run()->files.path && group == model.group();
    return same && accuracy == model.accuracy() ? latest : nullptr;
  }

  static void draw_nothing(const analysis::Importance& importance) {
    if (importance.variants < kFewest)
      draw_empty(fmt::format("Variants timed here: {}.", importance.variants),
                 fmt::format("It takes {} to tell what matters. Choose another workload or class.", kFewest));
    else if (importance.deviation <= statistics::kIndifference)
      draw_empty(fmt::format("The times of these {} variants deviate by {:.2f} %.", importance.variants,
                             100 * importance.deviation),
                 fmt::format("Below {} % no choice matters.", 100 * statistics::kIndifference));
    else
      draw_empty("All variants here make the same choices.", "Every axis has one value only.");
  }

  /// Where the figures rest on less than everything.
  static std::string part_text(const analysis::Importance& importance) {
    if (2 * importance.per_tree > importance.variants) return {};
    return fmt::format("Each of the model's trees has seen {} of the {} variants.", importance.per_tree,
                       importance.variants);
  }

  void draw_tables(const analysis::Importance& importance, const analysis::Run& run) {
    const float left = importance.pairs.empty() ? 0 : ImGui::GetContentRegionAvail().x * 0.6f;
    if (ImGui::BeginChild("axes", ImVec2(left, 0))) {
      chosen_axis_ = std::min(chosen_axis_, importance.axes.size() - 1);
      draw_axes(importance, run);
      if (has_room_for(importance.axes[chosen_axis_].values.size())) {
        ImGui::Dummy(ImVec2(0, ImGui::GetTextLineHeight()));
        draw_values(importance, run, importance.axes[chosen_axis_]);
      }
    }
    ImGui::EndChild();
    if (importance.pairs.empty()) return;
    ImGui::SameLine();
    if (ImGui::BeginChild("pairs")) {
      chosen_pair_ = std::min(chosen_pair_, importance.pairs.size() - 1);
      draw_pairs(importance, run);
      const analysis::PairImportance& pair = importance.pairs[chosen_pair_];
      if (has_room_for(importance.axes[pair.first].values.size())) {
        ImGui::Dummy(ImVec2(0, ImGui::GetTextLineHeight()));
        draw_factors(importance, run, pair);
      }
    }
    ImGui::EndChild();
  }

  /// For a table of so many rows with heading and title. Where there is none, tooltips have it.
  static bool has_room_for(std::size_t rows) {
    return ImGui::GetContentRegionAvail().y > static_cast<float>(rows + 4) * row_height();
  }
  static float row_height() { return ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y; }

  /// A table's height: all rows, unless these take more than is left.
  static float table_height(std::size_t rows) {
    return std::min(ImGui::GetContentRegionAvail().y, (static_cast<float>(rows) + 1.5f) * row_height());
  }

  /// The share that fills a bar, the same for axes and pairs. Axes are sorted by it.
  static double full_bar(const analysis::Importance& importance) {
    const analysis::AxisImportance& largest = importance.axes.front();
    return std::max(largest.alone + largest.in_pairs, 1e-9);
  }

  void draw_axes(const analysis::Importance& importance, const analysis::Run& run) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV;
    if (!ImGui::BeginTable("axes", 4, kFlags, ImVec2(0, table_height(importance.axes.size())))) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("axis", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("alone + in pairs", ImGuiTableColumnFlags_WidthStretch, 1.5f);
    ImGui::TableSetupColumn("near the best", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("the best have", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableHeadersRow();
    const double largest = full_bar(importance);
    const double nearest =
        std::ranges::max_element(importance.axes, {}, &analysis::AxisImportance::near_best)->near_best;
    for (std::size_t i = 0; i < importance.axes.size(); ++i) {
      const analysis::AxisImportance& axis = importance.axes[i];
      ImGui::PushID(static_cast<int>(i));
      ImGui::TableNextColumn();
      if (ImGui::Selectable("##axis", i == chosen_axis_, ImGuiSelectableFlags_SpanAllColumns)) chosen_axis_ = i;
      const bool hovered = ImGui::IsItemHovered();
      ImGui::SameLine(0, 0);
      draw_text(analysis::name_of(axis, run));
      ImGui::TableNextColumn();
      draw_bar({{axis.alone / largest, with_alpha(colours().accent, 0.85f)},
                {axis.in_pairs / largest, with_alpha(colours().accent, 0.35f)}},
               fmt::format("{:.1f} + {:.1f} %", 100 * axis.alone, 100 * axis.in_pairs), "00.0 + 00.0 %");
      ImGui::TableNextColumn();
      draw_bar({{nearest > 0 ? axis.near_best / nearest : 0, with_alpha(colours().good, 0.75f)}},
               fmt::format("{:.0f} %", 100 * axis.near_best), "100 %");
      ImGui::TableNextColumn();
      const analysis::ValueImportance& favourite = axis.values[axis.favourite];
      draw_text(fmt::format("{}  {:.0f} %", favourite.value, percent_of(favourite.among_best, importance.best)),
                axis.divergence > 0 ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : colours().quiet);
      if (hovered && ImGui::BeginTooltip()) {
        draw_values(importance, run, axis);
        ImGui::EndTooltip();
      }
      ImGui::PopID();
    }
    ImGui::EndTable();
  }

  /// Each value of an axis: what it does, and how frequent it is.
  static void draw_values(const analysis::Importance& importance, const analysis::Run& run,
                          const analysis::AxisImportance& axis) {
    draw_text(analysis::name_of(axis, run), colours().accent);
    draw_text(fmt::format("alone {:.1f} % of the variance, {:.1f} % in pairs; {:.0f} % of what tells the best apart",
                          100 * axis.alone, 100 * axis.in_pairs, 100 * axis.near_best),
              colours().quiet);
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerV;
    if (!ImGui::BeginTable("values", 4, kFlags)) return;
    for (const std::string& heading :
         {std::string("value"), std::string("times the mean time"), fmt::format("of all {}", importance.variants),
          fmt::format("of the best {}", importance.best)})
      ImGui::TableSetupColumn(heading.c_str());
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
      const analysis::ValueImportance& value = axis.values[i];
      const bool is_favourite = axis.divergence > 0 && i == axis.favourite;
      const ImVec4 colour = is_favourite ? colours().good : ImGui::GetStyleColorVec4(ImGuiCol_Text);
      for (const std::string& text : {value.value, fmt::format("{:.3f}", value.factor),
                                      fmt::format("{:.0f} %", percent_of(value.variants, importance.variants)),
                                      fmt::format("{:.0f} %", percent_of(value.among_best, importance.best))}) {
        ImGui::TableNextColumn();
        draw_text(text, colour);
      }
    }
    ImGui::EndTable();
  }

  static std::string pair_name(const analysis::Importance& importance, const analysis::Run& run,
                               const analysis::PairImportance& pair) {
    return fmt::format("{} × {}", analysis::name_of(importance.axes[pair.first], run),
                       analysis::name_of(importance.axes[pair.second], run));
  }

  void draw_pairs(const analysis::Importance& importance, const analysis::Run& run) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV;
    // As high as the axes' table, so that both details begin at the same height.
    const float height = table_height(importance.axes.size());
    if (!ImGui::BeginTable("pairs", 2, kFlags, ImVec2(0, height))) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("pair", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("beyond both alone", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableHeadersRow();
    const double largest = full_bar(importance);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(importance.pairs.size()));
    while (clipper.Step())
      for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
        const auto i = static_cast<std::size_t>(row);
        const analysis::PairImportance& pair = importance.pairs[i];
        ImGui::PushID(row);
        ImGui::TableNextColumn();
        if (ImGui::Selectable("##pair", i == chosen_pair_, ImGuiSelectableFlags_SpanAllColumns)) chosen_pair_ = i;
        const bool hovered = ImGui::IsItemHovered();
        ImGui::SameLine(0, 0);
        draw_text(pair_name(importance, run, pair));
        ImGui::TableNextColumn();
        draw_bar({{pair.share / largest, with_alpha(colours().accent, 0.35f)}},
                 fmt::format("{:.1f} %", 100 * pair.share), "00.0 %");
        if (hovered && ImGui::BeginTooltip()) {
          draw_factors(importance, run, pair);
          ImGui::EndTooltip();
        }
        ImGui::PopID();
      }
    ImGui::EndTable();
  }

  /// The time of every pair of values, whatever the other choices are.
  static void draw_factors(const analysis::Importance& importance, const analysis::Run& run,
                           const analysis::PairImportance& pair) {
    const analysis::AxisImportance& down = importance.axes[pair.first];
    const analysis::AxisImportance& across = importance.axes[pair.second];
    draw_text(pair_name(importance, run, pair), colours().accent);
    draw_text(fmt::format("{:.1f} % of the variance beyond both alone; times the mean time:", 100 * pair.share),
              colours().quiet);
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_SizingFixedFit;
    const auto columns = static_cast<int>(across.values.size()) + 1;
    constexpr int kMaxColumns = 64;  // of an ImGui table
    if (columns > kMaxColumns || !ImGui::BeginTable("factors", columns, kFlags)) return;
    ImGui::TableNextColumn();
    for (const analysis::ValueImportance& value : across.values) {
      ImGui::TableNextColumn();
      draw_text(value.value, colours().quiet);
    }
    const auto [fastest, slowest] = std::ranges::minmax(pair.factors);
    for (std::size_t u = 0; u < down.values.size(); ++u) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      draw_text(down.values[u].value, colours().quiet);
      for (std::size_t v = 0; v < across.values.size(); ++v) {
        const double factor = pair.factors[u * across.values.size() + v];
        const ImVec4 background = colour_of_factor(factor, fastest, slowest);
        ImGui::TableNextColumn();
        ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, ImGui::GetColorU32(background));
        const bool bright = 0.299f * background.x + 0.587f * background.y + 0.114f * background.z > 0.55f;
        draw_text(fmt::format("{:.3f}", factor),
                  bright ? ImVec4(0.08f, 0.08f, 0.08f, 1) : ImVec4(0.94f, 0.94f, 0.94f, 1));
      }
    }
    ImGui::EndTable();
  }

  /// Axes, and pairs of them with their shares beyond both alone.
  static std::string csv_of(const analysis::Importance& importance, const analysis::Run& run) {
    std::string text =
        "axis,with_axis,share_of_variance,share_in_pairs,share_near_best,favourite,favourite_of_best,favourite_of_"
        "all\n";
    for (const analysis::AxisImportance& axis : importance.axes) {
      const analysis::ValueImportance& favourite = axis.values[axis.favourite];
      text += fmt::format("{},,{},{},{},{},{},{}\n", store::csv_field(analysis::name_of(axis, run)), axis.alone,
                          axis.in_pairs, axis.near_best, store::csv_field(favourite.value),
                          percent_of(favourite.among_best, importance.best) / 100,
                          percent_of(favourite.variants, importance.variants) / 100);
    }
    for (const analysis::PairImportance& pair : importance.pairs)
      text += fmt::format("{},{},{},,,,,\n", store::csv_field(analysis::name_of(importance.axes[pair.first], run)),
                          store::csv_field(analysis::name_of(importance.axes[pair.second], run)), pair.share);
    return text;
  }

  std::size_t chosen_axis_ = 0;  ///< whose values are on show below, where there is room
  std::size_t chosen_pair_ = 0;
  Latest<Key, analysis::Importance> known_;
};

}  // namespace

std::unique_ptr<Panel> make_importance_panel() { return std::make_unique<ImportancePanel>(); }

}  // namespace modlab::gui
