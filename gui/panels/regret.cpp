#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <exception>
#include <tuple>

#include "gui/analysis/regret.h"
#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"

namespace modlab::gui {
namespace {

constexpr int kSeeds = 30;

class RegretPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "regret"; }
  [[nodiscard]] std::string_view help() const override {
    return "How soon each strategy would have found the best variant of this run: `modlab replay` on the recorded "
           "samples, of the exact variants unless another class is chosen. Thick lines: median of the seeds, thin "
           "lines: "
           "95th percentile.";
  }

  void draw(ViewModel& model) override {
    if (model.run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "A replay needs a recorded run, ideally an exhaustive one.");
      return;
    }
    draw_scope(model);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 8);
    ImGui::SliderInt("seeds", &seeds_, 5, 200);
    const Outcome* outcome = replayed(model);
    if (outcome == nullptr || working_.busy()) {
      ImGui::SameLine();
      draw_text("replaying …", colours().accent);
    }
    if (outcome == nullptr) return;
    if (!outcome->error.empty())
      draw_wrapped(outcome->error, colours().fault);
    else if (outcome->regrets.empty())
      draw_empty("Fewer than ten variants of this class were timed.",
                 "Record more with `modlab tune --strategy exhaustive`.");
    else
      draw_curves(model, outcome->regrets);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text = "strategy,evaluations,median_regret_pct,p95_regret_pct\n";
    const Outcome* outcome = replayed(model);
    if (outcome == nullptr) return text;
    for (const StrategyRegret& regret : outcome->regrets)
      for (std::size_t i = 0; i < regret.evaluations.size(); ++i)
        text += fmt::format("{},{},{:.6g},{:.6g}\n", regret.strategy, regret.evaluations[i], regret.median_pct[i],
                            regret.p95_pct[i]);
    return text;
  }

  [[nodiscard]] bool busy() const override { return working_.busy(); }

 private:
  using Key = std::tuple<analysis::RunPointer, std::size_t, std::string, int>;
  struct Outcome {
    std::vector<StrategyRegret> regrets;
    std::string error;
  };

  /// Null until something has been replayed.
  const Outcome* replayed(ViewModel& model) {
    const ViewModel::Samples samples = model.samples();
    if (samples == nullptr && model.samples_error().empty()) return nullptr;  // still being read
    // A search is within one class.
    const std::string accuracy = model.accuracy().empty() ? "exact" : model.accuracy();
    const auto* latest = working_.get(
        {model.run(), model.group(), accuracy, seeds_},
        [run = model.run(), group = model.group(), accuracy, samples,
         seeds = static_cast<std::uint64_t>(seeds_)](const std::stop_token& stop) {
          static const std::vector<store::Sample> kNone;
          Outcome outcome;
          try {
            outcome.regrets = strategy_regret(*run, group, accuracy, samples ? *samples : kNone, seeds, stop);
          } catch (const std::exception& error) {  // journals of other programs may name variants we do not know
            outcome.error = error.what();
          }
          return outcome;
        });
    return latest == nullptr ? nullptr : &latest->second;
  }

  static void draw_curves(ViewModel& model, const std::vector<StrategyRegret>& regrets) {
    const Plot plot("##regret" + plot_scope(model));
    if (!plot) return;
    // Not fitted: ImPlot's margin would reach below 0, where a logarithmic axis ends.
    ImPlot::SetupAxis(ImAxis_X1, "evaluations");
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisLimits(ImAxis_X1, 1, regrets.front().evaluations.back());
    double worst = 1;
    for (const StrategyRegret& regret : regrets) worst = std::max(worst, std::ranges::max(regret.p95_pct));
    ImPlot::SetupAxis(ImAxis_Y1, "behind the optimum, %");
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_SymLog);
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, worst);
    constexpr std::array kTicks{0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0};
    ImPlot::SetupAxisTicks(ImAxis_Y1, kTicks.data(), static_cast<int>(kTicks.size()));
    ImPlot::SetupLegend(ImPlotLocation_NorthEast);
    int index = 0;
    for (const StrategyRegret& regret : regrets) {
      const ImVec4 colour = ImPlot::GetColormapColor(index++);
      const auto count = static_cast<int>(regret.evaluations.size());
      ImPlot::SetNextLineStyle(colour, 2.5f);
      ImPlot::PlotLine(regret.strategy.data(), regret.evaluations.data(), regret.median_pct.data(), count);
      ImPlot::SetNextLineStyle(with_alpha(colour, 0.5f), 1);
      ImPlot::PlotLine(fmt::format("##p95 {}", regret.strategy).c_str(), regret.evaluations.data(),
                       regret.p95_pct.data(), count);
    }
    hover_curves(model, regrets);
  }

  /// A point of a median curve stands for the variant found by then.
  static void hover_curves(ViewModel& model, const std::vector<StrategyRegret>& regrets) {
    std::vector<analysis::PlotPoint> points;
    std::vector<std::string> notes;
    for (const StrategyRegret& regret : regrets)
      for (std::size_t i = 0; i < regret.evaluations.size(); ++i)
        if (regret.found[i] < model.rows().size()) {  // the run may have been replaced since
          points.push_back({regret.evaluations[i], regret.median_pct[i], regret.found[i]});
          notes.push_back(
              fmt::format("{} after {:.0f} evaluations: {:.2f} % behind (median), {:.2f} % (95th "
                          "percentile)",
                          regret.strategy, regret.evaluations[i], regret.median_pct[i], regret.p95_pct[i]));
        }
    hover_points(model, points, {.ring_selected = false, .note = [&](const analysis::PlotPoint& point) {
                                   return notes[static_cast<std::size_t>(&point - points.data())];
                                 }});
  }

  int seeds_ = kSeeds;
  Latest<Key, Outcome> working_;
};

}  // namespace

std::unique_ptr<Panel> make_regret_panel() { return std::make_unique<RegretPanel>(); }

}  // namespace modlab::gui
