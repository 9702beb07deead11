#include "gui/analysis/parallel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "gui/draw/locations.h"
#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

constexpr std::array<double, 4> kShares{0.01, 0.05, 0.10, 0.25};

class ParallelPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "parallel"; }
  [[nodiscard]] std::string_view help() const override {
    return "All variants, from value to value and on to their figures; each of the fastest is a green line. Drag along "
           "an "
           "axis, or click a value, to brush: every panel then shows only those variants.";
  }

  void draw(ViewModel& model) override {
    if (model.whole_run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "Lines appear as the run proceeds.");
      return;
    }
    draw_scope(model);
    const Parallel& shown = shown_of(model);
    draw_brush(model, shown);
    if (shown.links.empty()) {
      draw_empty("There are no two variants with figures here.", "Choose another workload, class or unit.");
      return;
    }
    draw_lines(model, shown);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    const analysis::Run& run = *model.whole_run();
    std::string text = "variant";
    const std::vector<std::size_t> axes =
        run.groups.empty() ? std::vector<std::size_t>() : varied_axes(run, model.group());
    for (const std::size_t axis : axes) text += "," + store::csv_field(run.axes[axis].name);
    text += ",accuracy,median_ns,gbps,brushed\n";
    if (run.groups.empty()) return text;
    const std::vector<bool> keeps = brushed_rows(run, model.brush());
    for (const std::size_t index : analysis::timed_rows(run, model.group(), model.accuracy())) {
      const store::Row& row = run.rows()[index];
      text += store::csv_field(row.variant);
      for (const std::size_t axis : axes)
        text += "," + store::csv_field(run.axes[axis].values[run.axes[axis].codes[index]]);
      text += fmt::format(",{},{},{},{}\n", store::csv_field(row.accuracy), *row.median_ns, row.gbps.value_or(0),
                          keeps[index] ? "yes" : "no");
    }
    return text;
  }

 private:
  /// Where the axes are on the screen.
  struct Frame {
    ImVec2 low;
    ImVec2 high;
    std::size_t axes = 0;

    [[nodiscard]] float x(std::size_t axis) const {
      return low.x +
             (high.x - low.x) * static_cast<float>(axis) / static_cast<float>(std::max<std::size_t>(axes - 1, 1));
    }
    [[nodiscard]] float y(float height) const { return high.y - (high.y - low.y) * height; }
    [[nodiscard]] float height(float y) const { return (high.y - y) / (high.y - low.y); }
  };

  const Parallel& shown_of(const ViewModel& model) {
    const Key key{model.whole_run(), model.brush(), model.group(),    model.accuracy(),
                  model.unit(),      share_,        model.selection()};
    return shown_.get(key, [&] {
      return make_parallel(*model.whole_run(), model.brush(),
                           {.group = model.group(),
                            .accuracy = model.accuracy(),
                            .unit = model.unit(),
                            .best_share = kShares[share_],
                            .selection = model.selection()});
    });
  }

  void draw_brush(ViewModel& model, const Parallel& shown) {
    static const std::vector<std::string> kNames{"1 %", "5 %", "10 %", "25 %"};
    choose("green: the best", kNames, share_, 8);
    ImGui::SameLine();
    if (model.brush().empty()) {
      draw_text(fmt::format("of {} variants  ·  drag along an axis, or click a value, to brush", shown.timed),
                colours().quiet);
      return;
    }
    draw_text(fmt::format("of {} of {} variants", shown.kept, shown.timed), colours().quiet);
    ImGui::SameLine();
    if (ImGui::SmallButton("Clear")) model.set_brush({});
    note_location("clear brush");
    ImGui::SameLine();
    draw_text(brush_text(model.brush()), colours().accent);
  }

  void draw_lines(ViewModel& model, const Parallel& shown) {
    const float em = ImGui::GetFontSize();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const Frame frame{.low = {origin.x + em * 2.5f, origin.y + em * 3.2f},
                      .high = {origin.x + room.x - em * 5.5f, origin.y + room.y - em * 0.8f},
                      .axes = shown.axes.size()};
    if (frame.high.x <= frame.low.x || frame.high.y <= frame.low.y) return;
    ImGui::InvisibleButton("lines", room);
    const bool hovered = ImGui::IsItemHovered();
    const bool held = ImGui::IsItemActive();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_variants(list, frame, shown);
    draw_axes(list, frame, model, shown);
    handle_mouse(frame, model, shown, hovered, held);
    if (locations_wanted()) note_places(frame, shown);
  }

  /// All variants as links between values, as thick as they are many: a software driver takes five times as long for a
  /// line for each of the best alone. The best are drawn over the others, and the selected ones as lines over them.
  static void draw_variants(ImDrawList& list, const Frame& frame, const Parallel& shown) {
    const float em = ImGui::GetFontSize();
    const auto place = [&](std::size_t axis, std::size_t value) {
      const std::size_t count = shown.axes[axis].values.empty() ? Parallel::kBins : shown.axes[axis].values.size();
      return ImVec2(frame.x(axis), frame.y(height_of_value(value, count)));
    };
    const auto draw_links = [&](auto&& count_of, float widest, const ImVec4& colour) {
      std::vector<std::size_t> most(shown.axes.size(), 1);  // variants in one link, per axis
      for (const ParallelLink& link : shown.links) most[link.axis] = std::max(most[link.axis], count_of(link));
      for (const ParallelLink& link : shown.links) {
        if (count_of(link) == 0) continue;
        const float share = static_cast<float>(count_of(link)) / static_cast<float>(most[link.axis]);
        const float half = std::max(0.75f, em * widest / 2 * share);
        const ImVec2 from = place(link.axis, link.left);
        const ImVec2 to = place(link.axis + 1, link.right);
        list.AddQuadFilled({from.x, from.y - half}, {to.x, to.y - half}, {to.x, to.y + half}, {from.x, from.y + half},
                           ImGui::GetColorU32(colour));
      }
    };
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // of the many faint ones: it takes as long again
    draw_links([](const ParallelLink& link) { return link.rejected; }, 1.2f, with_alpha(colours().quiet, 0.10f));
    draw_links([](const ParallelLink& link) { return link.kept; }, 1.2f, with_alpha(colours().exact, 0.25f));
    list.Flags = flags;
    draw_links([](const ParallelLink& link) { return link.best; }, 0.8f, with_alpha(colours().good, 0.7f));
    for (const ParallelLine& line : shown.selected) draw_line(list, frame, line, colours().selection);
  }

  static void draw_line(ImDrawList& list, const Frame& frame, const ParallelLine& line, const ImVec4& colour) {
    std::vector<ImVec2> points;
    for (std::size_t axis = 0; axis < line.heights.size(); ++axis)
      points.emplace_back(frame.x(axis), frame.y(line.heights[axis]));
    list.AddPolyline(points.data(), static_cast<int>(points.size()), ImGui::GetColorU32(colour), ImDrawFlags_None,
                     ImGui::GetFontSize() / 6);
  }

  void draw_axes(ImDrawList& list, const Frame& frame, const ViewModel& model, const Parallel& shown) const {
    const float em = ImGui::GetFontSize();
    const ImU32 ink = ImGui::GetColorU32(colours().quiet);
    const ImU32 text_ink = ImGui::GetColorU32(ImGuiCol_Text);
    const ImU32 ground = ImGui::GetColorU32(with_alpha(ImGui::GetStyleColorVec4(ImGuiCol_WindowBg), 0.75f));
    const auto label = [&](const ImVec2& at, const std::string& text) {
      const ImVec2 size = ImGui::CalcTextSize(text.c_str());
      list.AddRectFilled({at.x - 1, at.y}, {at.x + size.x + 1, at.y + size.y}, ground);
      list.AddText(at, text_ink, text.c_str());
    };
    for (std::size_t i = 0; i < shown.axes.size(); ++i) {
      const ParallelAxis& axis = shown.axes[i];
      const float x = frame.x(i);
      draw_brushed(list, frame, model, shown, i);
      list.AddLine({x, frame.low.y}, {x, frame.high.y}, ink, em / 12);
      // Neighbours' names on two lines: they are longer than the axes are apart.
      const ImVec2 name = ImGui::CalcTextSize(axis.name.c_str());
      const ImU32 name_ink = ImGui::GetColorU32(is_brushed(model, axis) ? colours().accent : colours().quiet);
      list.AddText({x - name.x / 2, frame.low.y - em * (i % 2 == 0 ? 1.5f : 2.8f)}, name_ink, axis.name.c_str());
      if (axis.values.empty()) {
        constexpr int kTicks = 5;
        for (int tick = 0; tick < kTicks; ++tick) {
          const float height = static_cast<float>(tick) / (kTicks - 1);
          label({x + em * 0.4f, frame.y(height) - em / 2},
                analysis::figure_text(model.unit(), figure_at_height(shown, model.unit(), height)));
        }
        continue;
      }
      for (std::size_t value = 0; value <= axis.values.size(); ++value) {
        const float y = frame.y(static_cast<float>(value) / static_cast<float>(axis.values.size()));
        list.AddLine({x - em * 0.3f, y}, {x + em * 0.3f, y}, ink, em / 12);
      }
      const float space = (frame.high.y - frame.low.y) / static_cast<float>(axis.values.size());
      const auto every = static_cast<std::size_t>(std::max(1.0f, std::ceil(em * 1.1f / space)));
      for (std::size_t value = 0; value < axis.values.size(); value += every)
        label({x + em * 0.3f, frame.y(height_of_value(value, axis.values.size())) - em / 2}, axis.values[value]);
    }
  }

  static bool is_brushed(const ViewModel& model, const ParallelAxis& axis) {
    return axis.values.empty() ? model.brush().figures.has_value() : model.brush().on(axis.name) != nullptr;
  }

  /// The brushed parts of an axis.
  static void draw_brushed(ImDrawList& list, const Frame& frame, const ViewModel& model, const Parallel& shown,
                           std::size_t i) {
    const ParallelAxis& axis = shown.axes[i];
    const float half = ImGui::GetFontSize() * 0.45f;
    const ImU32 fill = ImGui::GetColorU32(with_alpha(colours().accent, 0.35f));
    const auto mark = [&](float from, float to) {
      list.AddRectFilled({frame.x(i) - half, frame.y(to)}, {frame.x(i) + half, frame.y(from)}, fill);
    };
    if (axis.values.empty()) {
      const auto& figures = model.brush().figures;
      if (!figures || figures->unit != model.unit()) return;
      const auto [from, to] = std::minmax(height_of_figure(shown, model.unit(), figures->low),
                                          height_of_figure(shown, model.unit(), figures->high));
      mark(from, to);
      return;
    }
    const std::vector<std::string>* values = model.brush().on(axis.name);
    if (values == nullptr) return;
    const float half_space = 0.5f / static_cast<float>(axis.values.size());
    for (std::size_t value = 0; value < axis.values.size(); ++value) {
      if (std::ranges::find(*values, axis.values[value]) == values->end()) continue;
      const float middle = height_of_value(value, axis.values.size());
      mark(middle - half_space, middle + half_space);
    }
  }

  void handle_mouse(const Frame& frame, ViewModel& model, const Parallel& shown, bool hovered, bool held) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const float em = ImGui::GetFontSize();
    const auto nearest = static_cast<std::size_t>(std::clamp(
        std::round((mouse.x - frame.low.x) / (frame.high.x - frame.low.x) * static_cast<float>(frame.axes - 1)), 0.0f,
        static_cast<float>(frame.axes - 1)));
    const bool at_axis = std::abs(mouse.x - frame.x(nearest)) < em * 0.8f;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
      dragged_ = at_axis ? std::optional(nearest) : std::nullopt;
    if (dragged_ && *dragged_ >= shown.axes.size()) dragged_.reset();
    if (dragged_ && held && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
      const float from = frame.height(ImGui::GetIO().MouseClickedPos[0].y);
      brush(model, shown, *dragged_, std::min(from, frame.height(mouse.y)), std::max(from, frame.height(mouse.y)));
      return;
    }
    if (!hovered) return;
    if (at_axis) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                         ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x == 0 &&
                         ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).y == 0;
    if (at_axis) {
      if (clicked && dragged_) click_axis(model, shown.axes[nearest], frame.height(mouse.y));
      return;
    }
    const ParallelLine* line = line_at(frame, shown, mouse);
    if (line == nullptr) return;
    draw_line(*ImGui::GetWindowDrawList(), frame, *line, colours().accent);
    draw_row_tooltip(model, line->index);
    if (clicked) select_clicked(model, line->index);
  }

  /// Brushes what lies between two heights of an axis.
  static void brush(ViewModel& model, const Parallel& shown, std::size_t i, float from, float to) {
    const ParallelAxis& axis = shown.axes[i];
    Brush brush = model.brush();
    if (axis.values.empty()) {
      const auto [low, high] = std::minmax(figure_at_height(shown, model.unit(), std::clamp(from, 0.0f, 1.0f)),
                                           figure_at_height(shown, model.unit(), std::clamp(to, 0.0f, 1.0f)));
      brush.figures = Brush::Figures{.unit = model.unit(), .low = low, .high = high};
    } else {
      std::vector<std::string> values;
      const std::size_t last = value_at_height(to, axis.values.size());
      for (std::size_t value = value_at_height(from, axis.values.size()); value <= last; ++value)
        values.push_back(axis.values[value]);
      brush.set(axis.name, std::move(values));
    }
    model.set_brush(std::move(brush));
  }

  /// Brushes the value there alone; a click on what is brushed so, or above the values, takes the axis's brush away.
  static void click_axis(ViewModel& model, const ParallelAxis& axis, float height) {
    Brush brush = model.brush();
    if (axis.values.empty()) {
      brush.figures.reset();
    } else {
      const std::vector<std::string> value{axis.values[value_at_height(height, axis.values.size())]};
      const std::vector<std::string>* before = brush.on(axis.name);
      const bool again = before != nullptr && *before == value;
      brush.set(axis.name, again || height > 1 ? std::vector<std::string>() : value);
    }
    model.set_brush(std::move(brush));
  }

  /// The fastest of the best whose lines pass under the mouse; null where none is near.
  static const ParallelLine* line_at(const Frame& frame, const Parallel& shown, const ImVec2& mouse) {
    if (mouse.x < frame.low.x || mouse.x > frame.high.x || frame.axes < 2) return nullptr;
    const float along = (mouse.x - frame.low.x) / (frame.high.x - frame.low.x) * static_cast<float>(frame.axes - 1);
    const auto left = std::min(static_cast<std::size_t>(along), frame.axes - 2);
    const float part = along - static_cast<float>(left);
    const ParallelLine* found = nullptr;
    float nearest = ImGui::GetFontSize() * 0.4f;
    for (const ParallelLine& line : shown.best) {
      const float height = line.heights[left] + part * (line.heights[left + 1] - line.heights[left]);
      const float distance = std::abs(frame.y(height) - mouse.y);
      if (distance >= nearest) continue;
      nearest = distance;
      found = &line;
    }
    return found;
  }

  static void note_places(const Frame& frame, const Parallel& shown) {
    for (std::size_t i = 0; i < shown.axes.size(); ++i)
      for (std::size_t value = 0; value < shown.axes[i].values.size(); ++value)
        note_location(fmt::format("axis {} {}", shown.axes[i].name, shown.axes[i].values[value]),
                      {frame.x(i), frame.y(height_of_value(value, shown.axes[i].values.size()))});
  }

  std::size_t share_ = 1;
  std::optional<std::size_t> dragged_;  ///< the axis on which the mouse was pressed
  using Key = std::tuple<analysis::RunPointer, Brush, std::size_t, std::string, analysis::Unit, std::size_t,
                         std::vector<std::size_t>>;
  Cached<Key, Parallel> shown_;
};

}  // namespace

std::unique_ptr<Panel> make_parallel_panel() { return std::make_unique<ParallelPanel>(); }

}  // namespace modlab::gui
