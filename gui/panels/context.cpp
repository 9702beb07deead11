#include <fmt/format.h>
#include <imgui.h>

#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/panel.h"
#include "harness/analysis/context_facts.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

void draw_workload(const store::WorkloadContext& workload) {
  const auto next = [](std::string_view text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    draw_text(text, colour);
  };
  const ImVec4 plain = ImGui::GetStyleColorVec4(ImGuiCol_Text);
  ImGui::TableNextRow();
  next(workload.workload, plain);
  next(fmt::to_string(workload.space), plain);
  if (workload.aa_variant.empty()) {
    next("unknown", colours().quiet);
    next("", plain);
    next("", plain);
    next(workload.unconfirmed.empty() ? "no kernel was timed twice" : workload.unconfirmed, colours().fault);
    return;
  }
  next(analysis::noise_floor(workload), plain);
  next(analysis::aa_difference(workload), plain);
  next(workload.aa_verdict, workload.aa_verdict == "SAME" ? colours().good : colours().fault);
  next(workload.aa_variant, plain);
}

void draw_noise_floors(const std::vector<store::WorkloadContext>& workloads) {
  draw_text("Noise floor: the same kernel timed under two names, the second against the first", colours().accent);
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_Resizable | ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable("workloads", 6, kFlags)) return;
  for (const char* heading : {"workload", "variants", "noise floor", "difference (95 % interval)", "verdict"})
    ImGui::TableSetupColumn(heading);
  ImGui::TableSetupColumn("kernel", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  for (const store::WorkloadContext& workload : workloads) draw_workload(workload);
  ImGui::EndTable();
}

class ContextPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "context"; }
  [[nodiscard]] std::string_view help() const override {
    return "What it ran on, how it was started, and how large a difference must be to be real.";
  }

  void draw(ViewModel& model) override {
    if (!model.context_error().empty()) draw_wrapped(model.context_error(), colours().fault);
    if (!model.context()) return;
    for (const analysis::FactGroup& group : analysis::context_facts(*model.context())) {
      draw_facts(group);
      ImGui::Spacing();
    }
    draw_noise_floors(model.context()->workloads);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text = "group,fact,value\n";
    if (!model.context()) return text;
    for (const analysis::FactGroup& group : analysis::context_facts(*model.context()))
      for (const analysis::Fact& fact : group.facts)
        text += fmt::format("{},{},{}\n", group.title, fact.label, store::csv_field(fact.value));
    for (const store::WorkloadContext& workload : model.context()->workloads)
      text += fmt::format("noise floor,{},{}\n", store::csv_field(workload.workload),
                          store::csv_field(analysis::noise_floor(workload)));
    return text;
  }
};

}  // namespace

std::unique_ptr<Panel> make_context_panel() { return std::make_unique<ContextPanel>(); }

}  // namespace modlab::gui
