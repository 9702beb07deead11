#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "gui/draw/code_editor.h"
#include "gui/draw/locations.h"
#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "gui/runs/edited_file.h"
#include "gui/runs/kernel_session.h"
#include "harness/analysis/unit.h"
#include "harness/report/trial_text.h"
#include "harness/store/csv.h"
#include "harness/system/path.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/split.h"

namespace modlab::gui {
namespace {

/// The line that a message about this file points at: 44 of "mine.hlsl:44:1: …".
std::optional<std::size_t> line_in(const std::string& message, const std::string& file) {
  const std::size_t at = message.find(file + ':');
  if (at == std::string::npos) return std::nullopt;
  std::size_t line = 0;
  const char* const begin = message.data() + at + file.size() + 1;
  const auto read = std::from_chars(begin, message.data() + message.size(), line);
  return read.ec == std::errc() ? std::optional(line) : std::nullopt;
}

class KernelPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "kernel"; }
  [[nodiscard]] std::string_view help() const override {
    return "A kernel file of your own: whenever it is saved, here or by any other editor, it is compiled, verified and "
           "timed against the best variant known.";
  }
  [[nodiscard]] bool needs_run() const override { return false; }

  void draw(ViewModel& model) override {
    draw_header(model);
    if (!file_.is_open()) {
      draw_empty(
          "No kernel file is open.",
          "`modlab kernel new mine.hlsl` writes one that works; enter its path above, or drop it on this window.");
      return;
    }
    if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_S)) save();
    if (ImGui::BeginChild("source", ImVec2(ImGui::GetContentRegionAvail().x * 0.54f, 0))) draw_source();
    ImGui::EndChild();
    ImGui::SameLine();
    if (ImGui::BeginChild("results")) draw_results();
    ImGui::EndChild();
  }

  void poll(ViewModel& model) override {
    if (const auto file = model.take_kernel()) open(*file, model);
    const bool written = file_.poll();
    if (written && !session_.is_alive()) start(model);  // it could not even begin with what the file held before
    KernelTrials trials = session_.trials();
    const bool alive = session_.is_alive();
    changes_ = written || alive != was_alive_ || trials.trials.size() != trials_.trials.size() ||
               trials.rival.has_value() != trials_.rival.has_value();
    was_alive_ = alive;
    trials_ = std::move(trials);
  }

  /// Only with news: every frame takes time from a kernel that is measured on a software adapter.
  [[nodiscard]] bool changes() const override { return changes_; }

  /// Until the file as it was opened is done with.
  [[nodiscard]] bool busy() const override {
    if (!session_.is_alive()) return false;
    const store::KernelTrial* last = trials_.trials.empty() ? nullptr : &trials_.trials.back();
    return last == nullptr || (last->save == 1 && last->figures && last->tried < last->variants);
  }

  [[nodiscard]] std::filesystem::path edited() const override { return file_.path(); }

  [[nodiscard]] Csv csv(ViewModel& /*model*/) override {
    std::string text =
        "save,kernel,variant,status,median_ns,ci_low_ns,ci_high_ns,rival_ns,ratio,ratio_low,ratio_high,verdict,gbps,"
        "roofline_pct,instructions,seconds,detail\n";
    for (const store::KernelTrial& trial : trials_.trials) {
      text += fmt::format("{},{},{},{},", trial.save, store::csv_field(trial.kernel), store::csv_field(trial.variant),
                          store::csv_field(trial.status));
      if (const auto& figures = trial.figures)
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{},{},", figures->ns.median, figures->ns.ci.low, figures->ns.ci.high,
                        figures->rival_ns.median, figures->ratio, figures->ratio_ci.low, figures->ratio_ci.high,
                        statistics::name_of(figures->verdict), figures->gbps, figures->roofline_pct);
      else
        text += ",,,,,,,,,,";
      text +=
          fmt::format("{},{},{}\n", store::total_of(trial.instructions), trial.seconds, store::csv_field(trial.detail));
    }
    return text;
  }

 private:
  void open(const std::filesystem::path& file, const ViewModel& model) {
    try {
      file_.open(file);
      error_.clear();
      path_ = {};
      file.string().copy(path_.data(), path_.size() - 1);
      workload_.clear();
      start(model);
    } catch (const std::exception& error) {
      error_ = error.what();
    }
  }

  void save() try {
    file_.save();
    error_.clear();
  } catch (const std::exception& error) {
    error_ = error.what();
  }

  void start(const ViewModel& model) {
    std::vector<std::string> options;
    if (!workload_.empty()) options = trial_options(*model.run(), workload_);
    for (const std::string_view word : split_words(options_.data())) options.emplace_back(word);
    trials_ = {};
    session_.start(file_.path(), std::move(options));
  }

  /// What the text as it is now declares; an error's text where that is wrong.
  const std::pair<KernelPtr, std::string>& declared() {
    return declared_.get(file_.text(), [&]() -> std::pair<KernelPtr, std::string> {
      const std::string file = file_.path().filename().string();
      try {
        return {parse_kernel(file, {{file, file_.text()}}, ""), {}};
      } catch (const Error& error) {
        return {nullptr, error.what()};
      }
    });
  }

  void draw_header(const ViewModel& model) {
    ImGui::AlignTextToFramePadding();
    draw_text("file", colours().quiet);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 22);
    const bool entered = ImGui::InputTextWithHint("##path", "mine.hlsl", path_.data(), path_.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    note_location("kernel file");
    if (entered && path_.front() != '\0') open(path_of(path_.data()), model);
    if (file_.is_open()) {
      ImGui::SameLine();
      ImGui::BeginDisabled(!file_.is_modified());
      if (ImGui::Button("Save")) save();
      note_location("Save");
      ImGui::EndDisabled();
      ImGui::SetItemTooltip("Ctrl+S");
      ImGui::SameLine();
      draw_workload(model);
      ImGui::SameLine();
      draw_text("options", colours().quiet);
      ImGui::SameLine();
      ImGui::SetNextItemWidth(-1);
      if (ImGui::InputTextWithHint("##options", "of modlab kernel try: --shape 16777216 --mode cold --against NAME",
                                   options_.data(), options_.size(), ImGuiInputTextFlags_EnterReturnsTrue))
        start(model);
      note_location("kernel options");
    }
    if (!error_.empty()) draw_wrapped(error_, colours().fault);
    if (file_.conflicts()) {
      draw_text("The file was saved elsewhere while it was changed here.", colours().fault);
      ImGui::SameLine();
      if (ImGui::SmallButton("Take theirs")) file_.reload();
      ImGui::SameLine();
      if (ImGui::SmallButton("Keep mine")) save();
    }
  }

  /// The file's own workload, or one of the run's that it serves.
  void draw_workload(const ViewModel& model) {
    std::vector<std::string> names{"the file's first workload"};
    if (const auto& kernel = declared().first; kernel && model.loaded())
      for (const analysis::RowGroup& group : model.run()->groups)
        if (!group.indices.empty()) {
          const std::string workload = store::workload_of(model.rows()[group.indices.front()]);
          if (serves(*kernel, workload) && std::ranges::find(names, workload) == names.end()) names.push_back(workload);
        }
    const auto found = std::ranges::find(names, workload_);
    auto chosen = found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
    if (choose("on", names, chosen, 24)) {
      workload_ = chosen == 0 ? std::string() : names[chosen];
      start(model);
    }
  }

  void draw_source() {
    const auto& [kernel, wrong] = declared();
    std::optional<std::size_t> fault;
    const std::string file = file_.path().filename().string();
    if (!wrong.empty())
      fault = line_in(wrong, file);
    else if (!trials_.trials.empty() && !file_.is_modified())
      fault = line_in(trials_.trials.back().detail, file);
    editor_.draw(file_.text(), file_.generation(), fault);
  }

  void draw_results() {
    const std::vector<const store::KernelTrial*> saves = trials_.last_of_saves();
    draw_verdict(saves);
    ImGui::Spacing();
    draw_axes(saves.empty() ? nullptr : saves.back());
    ImGui::Spacing();
    if (std::ranges::any_of(saves, [](const store::KernelTrial* trial) { return trial->figures.has_value(); })) {
      draw_history(saves);
      draw_instructions(saves);
    }
  }

  void draw_verdict(const std::vector<const store::KernelTrial*>& saves) {
    if (!declared().second.empty()) draw_wrapped(declared().second, colours().fault);
    if (saves.empty()) {
      if (!session_.is_alive())
        draw_wrapped(trials_.message, colours().fault);
      else if (trials_.rival)
        draw_text("trying …", colours().accent);
      else
        draw_text("opening the device and choosing a rival …", colours().accent);
      if (trials_.rival) draw_rival();
      return;
    }
    const store::KernelTrial& trial = *saves.back();
    const bool is_old = file_.is_modified();
    const std::string location = fmt::format("save {} {}", trial.save, trial.status);
    if (trial.figures) {
      const store::KernelTrial::Figures& figures = *trial.figures;
      draw_text(
          fmt::format("{}: {:.3f} times the rival's time ({:.3f} to {:.3f})", statistics::name_of(figures.verdict),
                      figures.ratio, figures.ratio_ci.low, figures.ratio_ci.high),
          verdict_colour(figures.verdict));
      if (!figures.unclear.empty()) draw_wrapped(figures.unclear, colours().quiet);
      note_location(location);
      draw_text(fmt::format("{} ({} to {})  ·  {:.4g} GB/s  ·  {:.0f} % of the roofline",
                            analysis::figure_text(analysis::Unit::time, figures.ns.median),
                            analysis::figure_text(analysis::Unit::time, figures.ns.ci.low),
                            analysis::figure_text(analysis::Unit::time, figures.ns.ci.high), figures.gbps,
                            figures.roofline_pct));
    } else {
      draw_text(trial.status, colours().fault);
      note_location(location);
      draw_wrapped(trial.detail, ImGui::GetStyleColorVec4(ImGuiCol_Text));
    }
    draw_text(fmt::format("save {}{}, {:.2f} s after it; {} of {} variants tried{}", trial.save,
                          is_old ? ", not what the editor holds" : "", first_verdict_s(trial.save), trial.tried,
                          trial.variants, session_.is_alive() ? "" : "; ended: " + trials_.message),
              colours().quiet);
    draw_rival();
  }

  /// How long the first word on a save took.
  [[nodiscard]] double first_verdict_s(std::uint64_t save) const {
    const auto first = std::ranges::find(trials_.trials, save, &store::KernelTrial::save);
    return first == trials_.trials.end() ? 0 : first->seconds;
  }

  void draw_rival() const {
    draw_wrapped(
        fmt::format("rival {}\non {}, {}", trials_.rival->variant, trials_.rival->workload, trials_.rival->adapter),
        colours().quiet);
  }

  void draw_axes(const store::KernelTrial* trial) {
    const auto& kernel = declared().first;
    if (!kernel || kernel->axes.empty()) return;
    if (!ImGui::BeginTable("axes", 2)) return;
    ImGui::TableSetupColumn("axis", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("values", ImGuiTableColumnFlags_WidthStretch);
    for (const KernelFile::Axis& axis : kernel->axes) {
      ImGui::TableNextColumn();
      draw_text(axis.name, colours().quiet);
      ImGui::TableNextColumn();
      for (std::size_t i = 0; i < axis.values.size(); ++i) {
        if (i > 0) ImGui::SameLine();
        const bool is_best =
            trial != nullptr &&
            (trial->variant + '-').find(fmt::format("{}={}-", axis.name, axis.values[i])) != std::string::npos;
        draw_text(axis.values[i], is_best ? colours().good : ImGui::GetStyleColorVec4(ImGuiCol_Text));
      }
    }
    ImGui::EndTable();
  }

  /// Each save's time with its interval, beside the rival's in the same rounds.
  static void draw_history(const std::vector<const store::KernelTrial*>& saves) {
    draw_text("the best variant of each save", colours().quiet);
    ImPlot::PushStyleVar(ImPlotStyleVar_FitPadding, ImVec2(0.06f, 0.1f));  // no point on the frame
    {
      Plot plot("##history", ImGui::GetContentRegionAvail().y * 0.55f);
      if (plot) plot_history(plot, saves);
    }
    ImPlot::PopStyleVar();
  }

  static void plot_history(const Plot& plot, const std::vector<const store::KernelTrial*>& saves) {
    plot.setup_axis(ImAxis_X1, "save");
    plot.setup_figure_axis(ImAxis_Y1, analysis::Unit::time);
    // Whole numbers, as long as there is room for each.
    if (const auto count = static_cast<int>(saves.back()->save); count <= 20)
      ImPlot::SetupAxisTicks(ImAxis_X1, 1, std::max(count, 2), std::max(count, 2));
    ImPlot::SetupLegend(ImPlotLocation_North, ImPlotLegendFlags_Outside | ImPlotLegendFlags_Horizontal);
    std::vector<double> failed;
    for (const store::KernelTrial* trial : saves)
      if (!trial->figures) failed.push_back(static_cast<double>(trial->save));
    draw_estimates("rival", saves, &store::KernelTrial::Figures::rival_ns, colours().quiet, ImPlotMarker_Diamond);
    draw_estimates("this kernel", saves, &store::KernelTrial::Figures::ns, colours().exact, ImPlotMarker_Circle);
    ImPlot::SetNextLineStyle(with_alpha(colours().fault, 0.7f));
    if (!failed.empty()) ImPlot::PlotInfLines("failed", failed.data(), static_cast<int>(failed.size()));
  }

  static void draw_estimates(const char* label, const std::vector<const store::KernelTrial*>& saves,
                             statistics::Estimate store::KernelTrial::Figures::*which, const ImVec4& colour,
                             ImPlotMarker marker) {
    std::vector<double> x;
    std::vector<double> medians;
    std::vector<double> below;
    std::vector<double> above;
    for (const store::KernelTrial* trial : saves) {
      if (!trial->figures) continue;
      const statistics::Estimate& ns = (*trial->figures).*which;
      x.push_back(static_cast<double>(trial->save));
      medians.push_back(ns.median);
      below.push_back(ns.median - ns.ci.low);
      above.push_back(ns.ci.high - ns.median);
    }
    const auto count = static_cast<int>(x.size());
    ImPlot::SetNextErrorBarStyle(colour, ImGui::GetFontSize() * 0.5f);
    ImPlot::PlotErrorBars(label, x.data(), medians.data(), below.data(), above.data(), count);
    ImPlot::SetNextMarkerStyle(marker, ImGui::GetFontSize() * 0.25f, colour);
    ImPlot::SetNextLineStyle(with_alpha(colour, 0.5f));
    ImPlot::PlotLine(label, x.data(), medians.data(), count);
  }

  /// Against the rival, and against the last save before that worked.
  void draw_instructions(const std::vector<const store::KernelTrial*>& saves) const {
    const store::KernelTrial* now = nullptr;
    const store::KernelTrial* before = nullptr;
    for (const store::KernelTrial* trial : saves)
      if (!trial->instructions.empty()) before = std::exchange(now, trial);
    if (now == nullptr) return;
    const auto column = [&](const char* title, const store::InstructionsByName& from) {
      ImGui::TableNextColumn();
      draw_text(fmt::format("{}: {} instead of {}", title, store::total_of(now->instructions), store::total_of(from)),
                colours().quiet);
      const std::vector<report::InstructionChange> changes = report::instruction_changes(from, now->instructions);
      if (changes.empty()) draw_text("the same instructions");
      for (const report::InstructionChange& change : changes)
        draw_text(fmt::format("{:+5}  {}", change.more, change.name));
    };
    if (!ImGui::BeginTable("instructions", 2, ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV)) return;
    ImGui::TableNextRow();
    if (trials_.rival && !trials_.rival->instructions.empty())
      column("instructions, against the rival", trials_.rival->instructions);
    if (before != nullptr) column(fmt::format("against save {}", before->save).c_str(), before->instructions);
    ImGui::EndTable();
  }

  EditedFile file_;
  CodeEditor editor_;
  std::array<char, 512> path_{};
  std::array<char, 256> options_{};
  std::string workload_;  ///< of the run; empty: the file's first
  std::string error_;
  Cached<std::string, std::pair<KernelPtr, std::string>> declared_;
  KernelTrials trials_;  ///< as they were when last polled
  bool was_alive_ = false;
  bool changes_ = false;
  KernelSession session_;
};

}  // namespace

std::unique_ptr<Panel> make_kernel_panel() { return std::make_unique<KernelPanel>(); }

}  // namespace modlab::gui
