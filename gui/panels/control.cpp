#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "gui/panels/resume_question.h"
#include "gui/runs/devices.h"
#include "gui/runs/tune_form.h"
#include "gui/runs/tuning_run.h"
#include "harness/analysis/command_line.h"
#include "harness/session/session.h"
#include "harness/store/csv.h"
#include "harness/store/journal.h"
#include "harness/system/shell_line.h"
#include "kernels/split.h"

namespace modlab::gui {
namespace {

/// Starts a line of the form: the label, then the column of its widget.
void label(const char* text) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  draw_text(text, colours().quiet);
  ImGui::TableNextColumn();
}

void choose_several(TuneField& field) {
  const auto chosen = split(field.value, ',');
  std::string value;
  for (const std::string& name : field.choices) {
    if (&name != &field.choices.front()) same_line_for_box(name);
    bool ticked = std::ranges::find(chosen, name) != chosen.end();
    ImGui::Checkbox(name.c_str(), &ticked);
    if (ticked) value += (value.empty() ? "" : ",") + name;
  }
  field.value = std::move(value);
}

void choose_one(TuneField& field) {
  for (const std::string& name : field.choices) {
    if (&name != &field.choices.front()) same_line_for_box(name);
    if (ImGui::RadioButton(name.c_str(), name == field.value)) field.value = name;
  }
}

void input(TuneField& field) {
  std::array<char, 256> buffer{};
  field.value.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 16);
  if (ImGui::InputText("##value", buffer.data(), buffer.size())) field.value = buffer.data();
  note_location(field.label);
  ImGui::SameLine();
  draw_wrapped(field.hint, colours().quiet);
}

bool button(const char* name, const ImVec2& size) {
  const bool pressed = ImGui::Button(name, size);
  note_location(name);
  return pressed;
}

class ControlPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "control"; }
  [[nodiscard]] std::string_view help() const override {
    return "Starts, pauses, resumes and stops runs. Each is the program modlab in a separate process, with the same "
           "results as from a command line.";
  }
  [[nodiscard]] bool needs_run() const override { return false; }

  void draw(ViewModel& model) override {
    const float half = ImGui::GetContentRegionAvail().x * 0.56f;
    if (ImGui::BeginChild("form", ImVec2(half, 0))) {
      const bool locked = tuning_.state() == TuningRun::State::running;
      ImGui::BeginDisabled(locked);
      draw_form();
      ImGui::EndDisabled();
      draw_buttons(model);
    }
    ImGui::EndChild();
    ImGui::SameLine();
    if (ImGui::BeginChild("state", ImVec2(0, 0), ImGuiChildFlags_Border)) draw_state(model);
    ImGui::EndChild();
  }

  void poll(ViewModel& model) override {
    if (const auto journal = tuning_.take_new_journal()) model.open(*journal);
  }

  [[nodiscard]] bool changes() const override { return tuning_.is_alive(); }

  [[nodiscard]] bool busy() const override { return devices_.busy(); }

  [[nodiscard]] Csv csv(ViewModel& /*model*/) override {
    std::string text = "line\n";
    for (const std::string& line : tuning_.lines()) text += store::csv_field(line) + "\n";
    return text;
  }

 private:
  void draw_form() {
    if (!ImGui::BeginTable("form", 2)) return;
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("implementation ").x);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
    for (TuneField& field : form_.fields()) {
      label(field.label);
      ImGui::PushID(field.label);
      if (field.flag == "--adapter")
        choose_adapter(field.value, form_["--runtime"]);
      else if (field.kind == TuneField::Kind::several)
        choose_several(field);
      else if (field.kind == TuneField::Kind::one)
        choose_one(field);
      else
        input(field);
      ImGui::PopID();
      if (field.flag == "--strategy") {
        label("");
        draw_text(form_.strategy_summary(), colours().quiet);
      }
    }
    ImGui::EndTable();
  }

  void choose_adapter(std::string& adapter, const std::string& runtime) {
    const auto* found =
        devices_.get(runtime, [runtime](const std::stop_token& stop) { return list_devices(runtime, stop); });
    std::vector<std::string> names{"the first"};
    std::size_t chosen = 0;
    if (found != nullptr)
      for (const Devices::Adapter& each : found->second.adapters) {
        if (fmt::to_string(each.index) == adapter) chosen = names.size();
        names.push_back(
            fmt::format("{}: {}{}", each.index, each.traits.adapter, each.traits.software ? " (software)" : ""));
      }
    if (choose("", names, chosen, 48))
      adapter = chosen == 0 ? std::string() : fmt::to_string(found->second.adapters[chosen - 1].index);
    ImGui::SameLine();
    draw_text(found == nullptr ? "looking …" : "?", colours().accent);
    if (found != nullptr && ImGui::BeginItemTooltip()) {
      draw_devices(found->second, chosen);
      ImGui::EndTooltip();
    }
  }

  /// 0 stands for no choice and shows all of them.
  static void draw_devices(const Devices& devices, std::size_t chosen) {
    if (!devices.error.empty()) draw_text(devices.error, colours().fault);
    for (std::size_t i = 0; i < devices.adapters.size(); ++i) {
      if (chosen != 0 && chosen != i + 1) continue;
      for (const analysis::Fact& fact : analysis::device_facts(devices.adapters[i].traits).facts) {
        draw_text(fact.label, colours().quiet);
        ImGui::SameLine(ImGui::GetFontSize() * 8);
        draw_text(fact.value);
      }
      ImGui::Spacing();
    }
  }

  void draw_buttons(ViewModel& model) {
    ImGui::Spacing();
    const std::string& wrong = wrong_.get(form_.arguments(), [&] { return form_.error(); });
    const TuningRun::State state = tuning_.state();
    const ImVec2 size(ImGui::GetFontSize() * 7, ImGui::GetFontSize() * 2.2f);
    ImGui::BeginDisabled(!wrong.empty() || state == TuningRun::State::running);
    ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(colours().good, 0.45f));
    if (button("Start", size)) start();
    ImGui::PopStyleColor();
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(state != TuningRun::State::running);
    if (button("Pause", size)) tuning_.pause();
    ImGui::SameLine();
    if (button("Stop", size)) tuning_.stop();
    ImGui::EndDisabled();
    ImGui::SameLine();
    draw_resume(model, state, size);
    if (!wrong.empty()) draw_wrapped(wrong, colours().fault);
    ImGui::Spacing();
    draw_command();
  }

  void draw_command() {
    draw_text(fmt::format("The same from {}:", kShellNames), colours().quiet);
    std::vector<std::string> words = form_.arguments();
    words.insert(words.begin(), "modlab");
    const auto line = shell_line(words);
    draw_wrapped(line.value_or("no line can hold what the form says"), colours().accent);
    if (line && ImGui::SmallButton("Copy##command")) ImGui::SetClipboardText(line->c_str());
  }

  /// Resumes the paused run, or the one on show if it was never finished.
  void draw_resume(ViewModel& model, TuningRun::State state, const ImVec2& size) {
    const bool paused = state == TuningRun::State::paused;
    const bool unfinished =
        !paused && state != TuningRun::State::running && model.context() && can_resume(*model.context());
    ImGui::BeginDisabled(!paused && !unfinished);
    const bool pressed = button("Resume", size);
    ImGui::EndDisabled();
    if (unfinished && ImGui::BeginItemTooltip()) {
      draw_resumption(resumption_of(*model.context(), model.path(), form_["--runtime"]));
      ImGui::EndTooltip();
    }
    if (pressed && paused) tuning_.resume();
    if (pressed && unfinished) question_.ask(resumption_of(*model.context(), model.path(), form_["--runtime"]));
    if (const auto agreed = question_.draw()) tuning_.start(agreed->arguments(), agreed->journal);
  }

  static void draw_resumption(const Resumption& resumption) {
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 40);
    draw_text(resumption.differs() ? "Asks first, and then starts:" : "Starts:", colours().quiet);
    draw_text(shown_call(resumption.arguments()).value_or("nothing: its command has control characters"));
    ImGui::PopTextWrapPos();
  }

  void start() {
    const std::filesystem::path journal = store::unused_name(session::default_journal("tune"));
    std::vector<std::string> words = form_.arguments();
    analysis::add_option(words, "--out", journal.string());
    tuning_.start(std::move(words), journal);
  }

  void draw_state(const ViewModel& model) {
    const TuningRun::State state = tuning_.state();
    if (state == TuningRun::State::none) {
      draw_text("Nothing has been started from here yet.");
      draw_wrapped(
          "Choose what to tune on the left and press Start. All panels follow the run; `progress` shows how the best "
          "variant so far improves. Pausing and stopping lose nothing: every finished variant is in the journal, and "
          "Resume continues after it. Closing this window also stops the run.",
          colours().quiet);
      return;
    }
    draw_text(state == TuningRun::State::running  ? "running"
              : state == TuningRun::State::paused ? "paused"
                                                  : "ended",
              state == TuningRun::State::running ? colours().good : colours().accent);
    ImGui::SameLine();
    draw_text(tuning_.journal().string());
    draw_wrapped(shown_call(tuning_.arguments()).value_or(""), colours().quiet);
    if (model.path() == tuning_.journal() && model.loaded()) {
      draw_budget(model);
      draw_best(model);
    }
    ImGui::Separator();
    for (const std::string& line : tuning_.lines()) draw_wrapped(line, ImGui::GetStyleColorVec4(ImGuiCol_Text));
  }

  /// The best so far of each workload.
  void draw_best(const ViewModel& model) {
    draw_text(model.context()
                  ? fmt::format("{} evaluations in {:.0f} s", model.rows().size(), model.context()->spent.whole())
                  : fmt::format("{} evaluations", model.rows().size()));
    for (const auto& [group, accuracy, best_at] : bests_of(model)) {
      const std::string figure = analysis::median_text(model.rows()[best_at], model.unit());
      if (figure.empty()) continue;
      draw_text(fmt::format("{}  {}: {}", model.run()->groups[group].label, accuracy, figure), class_colour(accuracy));
    }
  }

  struct Best {
    std::size_t group;
    std::string_view accuracy;
    std::size_t index;
  };

  const std::vector<Best>& bests_of(const ViewModel& model) {
    return bests_.get(model.run(), [&] {
      const analysis::Run& run = *model.run();
      std::vector<Best> bests;
      for (std::size_t group = 0; group < run.groups.size(); ++group)
        for (const std::string_view accuracy : {"exact", "formula", "peer"})
          if (!analysis::timed_rows(run, group, accuracy).empty())
            bests.push_back({group, accuracy, analysis::best_row(run, group, accuracy)});
      return bests;
    });
  }

  TuneForm form_;
  Cached<std::vector<std::string>, std::string> wrong_;
  Cached<analysis::RunPointer, std::vector<Best>> bests_;
  Latest<std::string, Devices> devices_;
  TuningRun tuning_;
  ResumeQuestion question_;
};

}  // namespace

std::unique_ptr<Panel> make_control_panel() { return std::make_unique<ControlPanel>(); }

}  // namespace modlab::gui
