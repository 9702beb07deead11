#include <fmt/format.h>
#include <imgui.h>

#include <tuple>

#include "gui/analysis/inspection.h"
#include "gui/analysis/sample_series.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "gui/runs/listed_kernel.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

/// Text that can be selected and copied but not changed.
void draw_source(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));  // a software driver would spend long on filling it
  ImGui::PushFont(code_font());
  ImGui::InputTextMultiline("##text", const_cast<char*>(text.c_str()), text.size() + 1, ImVec2(-1, -1),
                            ImGuiInputTextFlags_ReadOnly);
  ImGui::PopFont();
  ImGui::PopStyleColor();
}

class InspectorPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "inspector"; }
  [[nodiscard]] std::string_view help() const override {
    return "The selected variant in detail: plan, HLSL with its defines, bytecode, samples and journal row.";
  }

  void draw(ViewModel& model) override {
    const store::Row* row = model.selected();
    if (row == nullptr) {
      draw_empty("No variant is selected.", "Click one in the leaderboard or in a plot.");
      return;
    }
    const Inspection* inspection = inspected(*row, model.run()->files.context.kernels);
    if (ImGui::BeginChild("plan", ImVec2(ImGui::GetContentRegionAvail().x * 0.36f, 0))) {
      draw_text(row->variant);
      ImGui::Spacing();
      if (inspection == nullptr)
        draw_text("compiling …", colours().accent);
      else if (!inspection->error.empty())
        draw_wrapped(inspection->error, colours().fault);
      else
        for (const analysis::FactGroup& group : inspection->facts) {
          draw_facts(group);
          ImGui::Spacing();
        }
    }
    ImGui::EndChild();
    ImGui::SameLine();
    if (ImGui::BeginChild("texts")) draw_texts(model, *row, inspection);
    ImGui::EndChild();
  }

  [[nodiscard]] bool busy() const override { return inspecting_.busy(); }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text = "column,value\n";
    if (const store::Row* row = model.selected())
      for (const store::Column& column : store::journal_columns())
        text += fmt::format("{},{}\n", column.name, store::csv_field(column.print(*row)));
    return text;
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  ///< workload, variant, hash

  const Inspection* inspected(const store::Row& row, const Kernels& kernels) {
    const Key key{store::workload_of(row), row.variant, row.shader_hash};
    const auto* latest = inspecting_.get(key, [row, kernels](const std::stop_token& stop) {
      const auto list = [&](const std::string& request) { return list_kernel(request, stop); };
      return inspect(row, kernels, list, stop);
    });
    return latest != nullptr && latest->first == key ? &latest->second : nullptr;
  }

  void draw_texts(ViewModel& model, const store::Row& row, const Inspection* inspection) {
    if (!ImGui::BeginTabBar("texts")) return;
    if (ImGui::BeginTabItem("HLSL")) {
      if (inspection != nullptr) draw_sources(inspection->sources);
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("bytecode")) {
      if (inspection != nullptr) {
        draw_wrapped(inspection->bytecode_note, colours().quiet);
        if (!inspection->disassembly.empty()) draw_source(inspection->disassembly);
      }
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("samples")) {
      draw_samples(model, row);
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("row")) {
      draw_row(row);
      ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
  }

  void draw_sources(const std::vector<Inspection::Source>& sources) {
    if (sources.empty()) return;
    std::vector<std::string> files;
    for (const Inspection::Source& source : sources) files.push_back(source.file);
    if (file_ >= files.size()) file_ = 0;
    choose("file", files, file_, 30);
    ImGui::SameLine();
    draw_text("the defines are at the top of the first file", colours().quiet);
    ImGui::PushID(static_cast<int>(file_));
    draw_source(sources[file_].text);
    ImGui::PopID();
  }

  static void draw_samples(ViewModel& model, const store::Row& row) {
    const ViewModel::Samples all = model.samples();
    if (all == nullptr) {
      draw_text(model.samples_error().empty() ? "Reading the samples …" : model.samples_error(), colours().quiet);
      return;
    }
    const std::span<const store::Sample> samples = samples_of(row, *all);
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY;
    if (!ImGui::BeginTable("samples", 4, kFlags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const char* heading : {"phase", "index", "ns", "marks"}) ImGui::TableSetupColumn(heading);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(samples.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const store::Sample& sample = samples[static_cast<std::size_t>(i)];
        for (const std::string& text :
             {sample.phase, fmt::to_string(sample.index), fmt::format("{:.1f}", sample.ns),
              std::string(sample.drifted ? "pilot drifted " : "") + (sample.outlier ? "outlier" : "")}) {
          ImGui::TableNextColumn();
          draw_text(text);
        }
      }
    ImGui::EndTable();
  }

  static void draw_row(const store::Row& row) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY;
    if (!ImGui::BeginTable("row", 2, kFlags)) return;
    ImGui::TableSetupColumn("column", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("roofline_gbps  ").x);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
    for (const store::Column& column : store::journal_columns()) {
      ImGui::TableNextColumn();
      draw_text(column.name, colours().quiet);
      ImGui::TableNextColumn();
      draw_wrapped(column.print(row), ImGui::GetStyleColorVec4(ImGuiCol_Text));
    }
    ImGui::EndTable();
  }

  std::size_t file_ = 0;
  Latest<Key, Inspection> inspecting_{Outdated::is_stopped};
};

}  // namespace

std::unique_ptr<Panel> make_inspector_panel() { return std::make_unique<InspectorPanel>(); }

}  // namespace modlab::gui
