#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <tuple>

#include "gui/analysis/kernel_difference.h"
#include "gui/analysis/sample_series.h"
#include "gui/draw/difference_view.h"
#include "gui/draw/locations.h"
#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "gui/runs/listed_kernel.h"
#include "harness/report/selection.h"

namespace modlab::gui {
namespace {

/// "49.36 µs (49.34 µs to 49.41 µs)", or why there is no figure.
std::string speed_text(const store::Row& row, analysis::Unit unit) {
  const std::string text = report::passed(row) ? analysis::median_text(row, unit) : row.status;
  return text.empty() ? "not timed" : text;
}

class DifferencePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "difference"; }
  [[nodiscard]] std::string_view help() const override {
    return "Two variants side by side: HLSL, bytecode, instructions, plan and samples. Of the selection the last two, "
           "or the selected one beside the best exact variant of its workload.";
  }

  void draw(ViewModel& model) override {
    const auto rows = compared_rows(*model.run(), model.selection());
    if (!rows) {
      draw_empty(model.selection().empty() ? "No variant is selected." : "There is no other variant to compare with.",
                 "Click one in the leaderboard or in a plot; Ctrl+click adds a second.");
      return;
    }
    const store::Row& left = model.rows()[rows->first];
    const store::Row& right = model.rows()[rows->second];
    const Compared compared = compared_of(left, right, model.run()->files.context.kernels);
    draw_heading(model, left, right, compared.get());
    if (!ImGui::BeginTabBar("parts")) return;
    const auto tab = [](const char* title, const auto& draw_part) {
      const bool is_open = ImGui::BeginTabItem(title);
      note_location(fmt::format("difference {}", title));
      if (!is_open) return;
      draw_part();
      ImGui::EndTabItem();
    };
    const auto tab_of_kernels = [&](const char* title, const auto& draw_part) {
      tab(title, [&] {
        if (compared == nullptr)
          draw_text("compiling …", colours().accent);
        else if (!draw_errors(*compared))
          draw_part();
      });
    };
    tab_of_kernels("HLSL", [&] {
      source_.draw({compared, &compared->source}, &compared->left_tokens, &compared->right_tokens);
    });
    tab_of_kernels("bytecode", [&] { draw_bytecode(compared); });
    tab_of_kernels("instructions", [&] { draw_instructions(*compared); });
    tab_of_kernels("plan", [&] { draw_plan(*compared); });
    tab("samples", [&] { draw_samples(model, *rows); });
    ImGui::EndTabBar();
  }

  [[nodiscard]] bool busy() const override { return comparing_.busy(); }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    const auto rows = compared_rows(*model.run(), model.selection());
    if (!rows) return csv_of(KernelDifference{});
    return [left = model.rows()[rows->first], right = model.rows()[rows->second],
            kernels = model.run()->files.context.kernels] {
      return csv_of(compare_kernels(left, right, kernels, [](const std::string& each) { return list_kernel(each); }));
    };
  }

 private:
  using Compared = std::shared_ptr<const KernelDifference>;
  using Name = std::tuple<std::string, std::string, std::string>;  ///< workload, variant, hash
  using Key = std::pair<Name, Name>;

  static Name name_of_row(const store::Row& row) { return {store::workload_of(row), row.variant, row.shader_hash}; }

  /// Null while they are being compiled.
  Compared compared_of(const store::Row& left, const store::Row& right, const Kernels& kernels) {
    const Key key{name_of_row(left), name_of_row(right)};
    const auto* latest = comparing_.get(key, [left, right, kernels](const std::stop_token& stop) -> Compared {
      const auto list = [&](const std::string& request) { return list_kernel(request, stop); };
      return std::make_shared<const KernelDifference>(compare_kernels(left, right, kernels, list, stop));
    });
    return latest != nullptr && latest->first == key ? latest->second : nullptr;
  }

  static void draw_heading(const ViewModel& model, const store::Row& left, const store::Row& right,
                           const KernelDifference* compared) {
    const bool same_workload = store::workload_of(left) == store::workload_of(right);
    for (const bool is_left : {true, false}) {
      const store::Row& row = is_left ? left : right;
      draw_text(is_left ? "left " : "right", is_left ? left_colour() : right_colour());
      ImGui::SameLine(ImGui::GetFontSize() * 3);
      draw_wrapped(fmt::format("row {}: {}{}  ·  {}", row.row, same_workload ? "" : store::workload_of(row) + "  ",
                               row.variant, speed_text(row, model.unit())),
                   ImGui::GetStyleColorVec4(ImGuiCol_Text));
    }
    if (report::passed(left) && report::passed(right) && left.median_ns && right.median_ns && same_workload) {
      const statistics::RunRatio ratio = report::times_as_fast(left, right);
      draw_wrapped(fmt::format("The right one takes {:.3f} times as long (95 % interval {:.3f} to {:.3f}).",
                               ratio.ratio, ratio.ci.low, ratio.ci.high),
                   ImGui::GetStyleColorVec4(ImGuiCol_Text));
    }
    if (compared == nullptr) {
      draw_text("…", colours().accent);  // a line that is there later, too: what is below must not move
      return;
    }
    std::string choices;
    for (const FactDifference& choice : compared->choices)
      choices += fmt::format("{}{} {} / {}", choices.empty() ? "" : "  ·  ", choice.label, choice.left, choice.right);
    draw_wrapped(choices.empty() ? "The same choices." : choices, colours().accent);
  }

  /// True where there is nothing else to show.
  static bool draw_errors(const KernelDifference& compared) {
    for (const Inspection* each : {&compared.left, &compared.right})
      if (!each->error.empty()) draw_wrapped(each->error, colours().fault);
    return !compared.left.error.empty() || !compared.right.error.empty();
  }

  void draw_bytecode(const Compared& compared) {
    if (compared->left.bytecode_note == compared->right.bytecode_note) {
      draw_wrapped(compared->left.bytecode_note, colours().quiet);
    } else {
      draw_wrapped("left: " + compared->left.bytecode_note, colours().quiet);
      draw_wrapped("right: " + compared->right.bytecode_note, colours().quiet);
    }
    if (compared->left.disassembly.empty() || compared->right.disassembly.empty()) return;
    bytecode_.draw({compared, &compared->disassembly}, nullptr, nullptr);
  }

  /// A table of a name, the value of either side, and for numbers the difference.
  static bool begin_sides(const char* name, bool of_numbers) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_RowBg;
    if (!ImGui::BeginTable(name, of_numbers ? 4 : 3, kFlags)) return false;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed);
    const ImGuiTableColumnFlags width =
        of_numbers ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch;
    ImGui::TableSetupColumn("left", width);
    ImGui::TableSetupColumn("right", width);
    if (of_numbers) ImGui::TableSetupColumn("right less left", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableHeadersRow();
    return true;
  }

  static void draw_instructions(const KernelDifference& compared) {
    if (compared.instructions.empty()) {
      draw_wrapped("At least one of the two has no disassembly; the tab `bytecode` says why.", colours().quiet);
      return;
    }
    if (!begin_sides("instruction", true)) return;
    InstructionDifference total{"all"};
    for (const InstructionDifference& each : compared.instructions) {
      total.left += each.left;
      total.right += each.right;
    }
    const auto largest = std::max<std::int64_t>(1, std::abs(compared.instructions.front().more()));
    draw_counts(total, 0);
    if (compared.registers) draw_counts(*compared.registers, 0);
    for (const InstructionDifference& each : compared.instructions)
      draw_counts(each, static_cast<float>(each.more()) / static_cast<float>(largest));
    ImGui::EndTable();
  }

  /// With a bar of this length, from -1 to 1.
  static void draw_counts(const InstructionDifference& counts, float bar) {
    const ImVec4 colour = ImGui::GetStyleColorVec4(counts.more() == 0 ? ImGuiCol_TextDisabled : ImGuiCol_Text);
    ImGui::TableNextColumn();
    draw_text(counts.name, colour);
    ImGui::PushFont(code_font());  // digits of one width
    for (const std::uint64_t count : {counts.left, counts.right}) {
      ImGui::TableNextColumn();
      draw_text(fmt::format("{:6}", count), colour);
    }
    ImGui::TableNextColumn();
    const ImVec4 of_side = counts.more() > 0 ? right_colour() : left_colour();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float number_width = ImGui::CalcTextSize("-00000 ").x;
    const float middle = at.x + number_width + (ImGui::GetContentRegionAvail().x - number_width) / 2;
    const float end = middle + bar * (ImGui::GetContentRegionAvail().x - number_width) / 2;
    const float height = ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(std::min(middle, end), at.y + height * 0.2f),
                                              ImVec2(std::max(middle, end), at.y + height * 0.85f),
                                              ImGui::GetColorU32(with_alpha(of_side, 0.6f)));
    draw_text(counts.more() == 0 ? "" : fmt::format("{:+6}", counts.more()), of_side);
    ImGui::PopFont();
  }

  static void draw_plan(const KernelDifference& compared) {
    if (!begin_sides("fact", false)) return;
    for (const FactDifference& fact : compared.facts) {
      const bool same = fact.left == fact.right;
      ImGui::TableNextColumn();
      draw_text(fact.label, colours().quiet);
      ImGui::TableNextColumn();
      draw_wrapped(fact.left, same ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : left_colour());
      ImGui::TableNextColumn();
      draw_wrapped(fact.right, same ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : right_colour());
    }
    ImGui::EndTable();
  }

  /// As outlines that begin and end on the axis, in shares, because the two may have different numbers of samples.
  static std::vector<analysis::PlotPoint> outline_of(const store::Row& row, std::size_t index,
                                                     const std::vector<store::Sample>& samples, analysis::Unit unit) {
    std::vector<double> values;
    for (const SampleSeries::Point& point : sample_series(row, samples, unit).points) values.push_back(point.value);
    const std::vector<Bin> bins = histogram(values);
    std::vector<analysis::PlotPoint> outline;
    if (bins.empty()) return outline;
    outline.push_back({bins.front().low, 0, index});
    for (const Bin& bin : bins) {
      const double share = 100 * bin.count / static_cast<double>(values.size());
      outline.push_back({bin.low, share, index});
      outline.push_back({bin.high, share, index});
    }
    outline.push_back({bins.back().high, 0, index});
    return outline;
  }

  void draw_samples(ViewModel& model, const std::pair<std::size_t, std::size_t>& rows) {
    const ViewModel::Samples samples = model.samples();
    if (samples == nullptr) {
      draw_wrapped(model.samples_error().empty() ? "Reading the samples …" : model.samples_error(), colours().quiet);
      return;
    }
    const auto& outlines = outlines_.get({model.run(), samples, rows, model.unit()}, [&] {
      return std::pair(outline_of(model.rows()[rows.first], rows.first, *samples, model.unit()),
                       outline_of(model.rows()[rows.second], rows.second, *samples, model.unit()));
    });
    if (outlines.first.empty() && outlines.second.empty()) {
      draw_empty("Neither variant has samples.", "Those of a run are in NAME.samples.csv next to its journal.");
      return;
    }
    const Plot plot(fmt::format("##samples{}/{}/{}", plot_scope(model), rows.first, rows.second));
    if (!plot) return;
    plot.setup_figure_axis(ImAxis_X1, model.unit());
    plot.setup_axis(ImAxis_Y1, "% of the samples");
    ImPlot::SetupLegend(ImPlotLocation_NorthEast);
    draw_outline("left", model.rows()[rows.first], outlines.first, left_colour(), model.unit());
    draw_outline("right", model.rows()[rows.second], outlines.second, right_colour(), model.unit());
  }

  static void draw_outline(const char* label, const store::Row& row, const std::vector<analysis::PlotPoint>& outline,
                           const ImVec4& colour, analysis::Unit unit) {
    if (outline.empty()) return;
    ImPlot::SetNextLineStyle(colour, 2);
    ImPlot::PlotLine(label, &outline.front().x, &outline.front().y, static_cast<int>(outline.size()), 0, 0,
                     sizeof(analysis::PlotPoint));
    if (const auto median = analysis::figure_of(row, unit)) {
      ImPlot::SetNextLineStyle(with_alpha(colour, 0.6f), 1);
      ImPlot::PlotInfLines(fmt::format("median of the {}", label).c_str(), &*median, 1);
    }
  }

  DifferenceView source_;
  DifferenceView bytecode_;
  using SamplesKey =
      std::tuple<analysis::RunPointer, ViewModel::Samples, std::pair<std::size_t, std::size_t>, analysis::Unit>;
  Cached<SamplesKey, std::pair<std::vector<analysis::PlotPoint>, std::vector<analysis::PlotPoint>>> outlines_;
  Latest<Key, Compared> comparing_{Outdated::is_stopped};
};

}  // namespace

std::unique_ptr<Panel> make_difference_panel() { return std::make_unique<DifferencePanel>(); }

}  // namespace modlab::gui
