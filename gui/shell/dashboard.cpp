#include "gui/shell/dashboard.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "harness/analysis/command_line.h"
#include "harness/report/selection.h"
#include "harness/session/outputs.h"
#include "harness/system/shell_line.h"
#include "harness/system/visible_text.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

/// "median 12.34 µs, interval 12.30 to 12.40, …": what a row holds beyond the leaderboard's columns.
std::string figures_of(const store::Row& row) {
  std::string text;
  const auto add = [&](std::string_view label, const std::optional<double>& value, double unit, std::string_view name) {
    if (value) text += fmt::format("{}{} {:.2f}{}", text.empty() ? "" : "  ·  ", label, *value / unit, name);
  };
  add("median", row.median_ns, 1e3, " µs");
  add("interval", row.ci_low_ns, 1e3, "");
  if (row.ci_high_ns) text += fmt::format(" to {:.2f} µs", *row.ci_high_ns / 1e3);
  add("min", row.min_ns, 1e3, " µs");
  add("quartiles", row.q1_ns, 1e3, "");
  if (row.q3_ns) text += fmt::format(" to {:.2f} µs", *row.q3_ns / 1e3);
  add("roofline", row.roofline_gbps, 1, " GB/s");
  add("compiled in", row.compile_ms, 1, " ms");
  add("largest error", row.max_ulp, 1, " ulp");
  return text;
}

constexpr const char* kControlPanel = "control";
constexpr const char* kKernelPanel = "kernel";

}  // namespace

Dashboard::Dashboard(ViewModel& model, std::vector<std::unique_ptr<Panel>> panels, const Settings& settings)
    : model_(model), settings_(settings), workbench_(std::move(panels), settings_) {
  model_.set_unit(settings_.unit);
  add_commands();
}

bool Dashboard::poll() {
  bool busy = this->busy();
  if (auto done = export_.take()) notify(std::move(done->message), done->is_fault);
  for (const auto& panel : workbench_.panels()) {
    panel->poll(model_);
    busy = busy || panel->changes();
  }
  const bool news = model_.poll() || busy || was_busy_;
  was_busy_ = busy;
  return news;
}

bool Dashboard::busy() const {
  return model_.busy() || export_.busy() || std::ranges::any_of(workbench_.panels(), [&](const auto& panel) {
           // What a hidden one computes is fetched when it is shown again.
           return panel->busy() && workbench_.is_on_show(panel->name());
         });
}

void Dashboard::open(const std::filesystem::path& file) {
  if (file.extension() != ".hlsl") {
    model_.open(file);
    return;
  }
  model_.open_kernel(file);
  workbench_.show_alone(kKernelPanel);
}

std::string Dashboard::title() const {
  std::string text = "modlab";
  if (!model_.path().empty()) text += "  ·  " + model_.path().filename().string();
  if (const store::Row* row = model_.selected()) text += fmt::format("  ·  row {}: {}", row->row, row->variant);
  return text;
}

std::vector<std::string> Dashboard::panel_names() const {
  std::vector<std::string> names;
  for (const auto& panel : workbench_.panels()) names.emplace_back(panel->name());
  return names;
}

void Dashboard::remember_window(int width, int height, const std::optional<Position>& position, bool maximised) {
  settings_.maximised = maximised;
  if (maximised || !position) return;
  settings_.width = width;
  settings_.height = height;
  settings_.position = position;
}

void Dashboard::draw() {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.WorkPos);
  ImGui::SetNextWindowSize(viewport.WorkSize);
  // The shell has already cleared to the background colour; drawing it again is a third of a software driver's work.
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("modlab", nullptr, kFlags);
  run_pressed(commands_);
  draw_headline();
  if (!model_.error().empty()) draw_error();
  draw_panels();
  draw_selection();
  if (const auto chosen = open_popup_.draw()) open(*chosen);
  if (const auto chosen = export_popup_.draw(export_path(results_folder_, model_.path(), settings_.panel)))
    request_export(*chosen);
  draw_keys_popup(commands_);
  command_search_.draw();
  ImGui::End();
  // An export waits for what the panel still computes, and for the popup in front of it to close.
  if (export_.wants_table() && !export_popup_.is_open() && !workbench_.active().busy() && !model_.busy())
    export_.add_table(workbench_.active().csv(model_));
  settings_.unit = model_.unit();
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) model_.remember_view();
}

void Dashboard::add_commands() {
  const auto add = [&](std::string name, std::vector<ImGuiKeyChord> keys, std::function<void()> run,
                       bool while_typing = true) {
    commands_.push_back({std::move(name), std::move(keys), std::move(run), while_typing});
  };
  constexpr auto kCtrl = ImGuiMod_Ctrl;
  constexpr auto kShift = ImGuiMod_Shift;
  add("Search all commands", {kCtrl | ImGuiKey_P}, [this] { ask_for_command(); });
  add("Open a run or a kernel file", {kCtrl | ImGuiKey_O}, [this] { open_popup_.ask(); });
  add("Export the active panel: a picture, and its data", {kCtrl | ImGuiKey_E}, [this] { ask_for_export(); });
  add("Back to the selection and filters before", {ImGuiMod_Alt | ImGuiKey_LeftArrow}, [this] { model_.go_back(); });
  add("Forward again", {ImGuiMod_Alt | ImGuiKey_RightArrow}, [this] { model_.go_forward(); });
  add("Show all variants: no brush, no filter", {}, [this] { model_.show_all(); });
  add(
      "Copy the name of the selected variant", {kCtrl | ImGuiKey_C}, [this] { copy_name(); }, false);
  add(
      "Copy the command line that measures it again", {kCtrl | kShift | ImGuiKey_C}, [this] { copy_command(); }, false);
  add("Star the selected row, or not", {kCtrl | ImGuiKey_B}, [this] { model_.toggle_star(); });
  add("Next unit: ns, GB/s, % of roofline", {kCtrl | ImGuiKey_U},
      [this] { model_.set_unit(analysis::next(model_.unit())); });
  add("Next panel in the list", {kCtrl | ImGuiKey_PageDown}, [this] { workbench_.show_next(1); });
  add("Previous panel in the list", {kCtrl | ImGuiKey_PageUp}, [this] { workbench_.show_next(-1); });
  add("Activate the next panel on show", {ImGuiKey_F6}, [this] { workbench_.activate_next(1); });
  add("Activate the previous panel on show", {kShift | ImGuiKey_F6}, [this] { workbench_.activate_next(-1); });
  add("One more panel to the right", {kCtrl | ImGuiKey_Backslash}, [this] { workbench_.split(Split::columns); });
  add("One more panel below", {kCtrl | kShift | ImGuiKey_Backslash}, [this] { workbench_.split(Split::rows); });
  add("Fill the window with the active panel, or not", {kCtrl | ImGuiKey_M}, [this] { workbench_.toggle_one_panel(); });
  add("Close the active panel", {kCtrl | ImGuiKey_W}, [this] { workbench_.close(); });
  add("Dark or light theme", {kCtrl | ImGuiKey_D}, [this] { toggle_theme(); });
  add("Larger", {kCtrl | ImGuiKey_Equal, kCtrl | kShift | ImGuiKey_Equal, kCtrl | ImGuiKey_KeypadAdd},
      [this] { zoom_by(1.1f); });
  add("Smaller", {kCtrl | ImGuiKey_Minus, kCtrl | ImGuiKey_KeypadSubtract}, [this] { zoom_by(1 / 1.1f); });
  add("Normal size", {kCtrl | ImGuiKey_0}, [this] { zoom_by(1 / settings_.zoom); });
  add("List all shortcuts", {ImGuiKey_F1}, [] { open_keys_popup(); });
  int number = 0;
  for (const std::string& name : panel_names()) {
    ++number;
    std::vector<ImGuiKeyChord> keys;
    if (number <= 9) keys.push_back(kCtrl | static_cast<ImGuiKey>(ImGuiKey_0 + number));
    add("Panel " + name, std::move(keys), [this, name] { workbench_.show(name); });
  }
}

/// All commands, the layouts and the workloads of the run.
void Dashboard::ask_for_command() {
  std::vector<Command> commands = commands_;
  const auto add = [&](std::string name, std::function<void()> run) {
    commands.push_back({std::move(name), {}, std::move(run)});
  };
  const auto add_layout = [&](const NamedLayout& each) {
    add("Layout " + each.name, [this, layout = each.layout] { workbench_.use(layout); });
  };
  std::ranges::for_each(built_in_layouts(), add_layout);
  std::ranges::for_each(settings_.layouts, add_layout);
  if (model_.loaded())
    for (std::size_t group = 0; group < model_.run()->groups.size(); ++group)
      add("Workload " + model_.run()->groups[group].label, [this, group] { model_.show_group(group); });
  command_search_.ask(std::move(commands));
}

void Dashboard::toggle_theme() {
  settings_.theme = settings_.theme == Theme::dark ? Theme::light : Theme::dark;
  restyle_ = true;
}

void Dashboard::zoom_by(float factor) {
  const float zoom = std::clamp(settings_.zoom * factor, kMinZoom, kMaxZoom);
  settings_.zoom = std::abs(zoom - 1) < 0.03f ? 1 : zoom;
  restyle_ = true;
}

void Dashboard::draw_headline() {
  ImGui::AlignTextToFramePadding();
  draw_text("modlab", colours().accent);
  ImGui::SameLine();
  if (ImGui::Button("Open …")) open_popup_.ask();
  ImGui::SameLine();
  if (ImGui::Button("Tune …")) workbench_.show_alone(kControlPanel);
  note_location("Tune");
  ImGui::SetItemTooltip("Start, pause and resume runs.");
  if (model_.loaded()) {
    ImGui::SameLine();
    draw_text(model_.path().filename().string());
    ImGui::SetItemTooltip("%s", model_.path().string().c_str());
    std::string state = fmt::format("{} rows", model_.rows().size());
    if (model_.context()) {
      state += "  ·  " + model_.context()->device.adapter;
      state += model_.context()->finished.empty() ? "  ·  not finished, followed live" : "  ·  finished";
    }
    ImGui::SameLine(0, ImGui::GetFontSize());
    draw_text(state, colours().quiet);
  }
  if (model_.opening()) {
    ImGui::SameLine(0, ImGui::GetFontSize());
    draw_text("reading …", colours().accent);
  }
  draw_tools();
}

/// At the right edge: what applies to all panels.
void Dashboard::draw_tools() {
  const ImGuiStyle& style = ImGui::GetStyle();
  // Updated once per second: a new text in every frame would make every frame differ, and equal frames are not drawn.
  if (frame_times_.any() && ImGui::GetTime() >= next_frame_text_) {
    frame_text_ = fmt::format("frame {:.0f} ms, worst {:.0f}", frame_times_.last_ms(), frame_times_.worst_ms());
    next_frame_text_ = ImGui::GetTime() + 1;
  }
  const char* theme = settings_.theme == Theme::dark ? "Light" : "Dark";
  float width = ImGui::CalcTextSize(frame_text_.c_str()).x;
  for (const auto& unit : analysis::kUnitNames)
    width += ImGui::CalcTextSize(unit.name.data()).x + ImGui::GetFrameHeight() + 2 * style.ItemSpacing.x;
  for (const char* button : {"Export", "Layout", "Commands", theme})
    width += ImGui::CalcTextSize(button).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
  ImGui::SameLine(std::max(0.0f, ImGui::GetWindowWidth() - width - style.WindowPadding.x));
  draw_text(frame_text_, colours().quiet);
  ImGui::SetItemTooltip("From the start of a frame until it is displayed; the worst of the last 240.");
  for (const auto& unit : analysis::kUnitNames) {
    ImGui::SameLine();
    if (ImGui::RadioButton(unit.name.data(), model_.unit() == unit.value)) model_.set_unit(unit.value);
  }
  ImGui::SameLine();
  if (ImGui::Button("Export")) ask_for_export();
  ImGui::SetItemTooltip("Ctrl+E: the active panel as a picture, and its data as CSV");
  ImGui::SameLine();
  if (ImGui::Button("Layout")) ImGui::OpenPopup("layouts");
  note_location("Layout");
  ImGui::SetItemTooltip("Which panels share the window, and how");
  draw_layouts();
  ImGui::SameLine();
  if (ImGui::Button("Commands")) ask_for_command();
  ImGui::SetItemTooltip("Ctrl+P: search everything there is to do. F1 lists all shortcuts.");
  ImGui::SameLine();
  if (ImGui::Button(theme)) toggle_theme();
}

void Dashboard::draw_error() {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colours().fault_background);
  if (ImGui::BeginChild("error", ImVec2(0, 0), ImGuiChildFlags_Border | ImGuiChildFlags_AutoResizeY)) {
    draw_wrapped(model_.error(), colours().fault);
    if (model_.loaded()) {
      draw_text("What was read before is still shown.", colours().quiet);
      if (model_.can_dismiss_error()) {
        ImGui::SameLine();
        if (ImGui::SmallButton("Dismiss")) model_.dismiss_error();
      }
    }
  }
  ImGui::EndChild();
  note_location("error");
  ImGui::PopStyleColor();
}

void Dashboard::draw_nothing_open() {
  if (model_.opening()) {
    draw_empty("Reading …", model_.path().string());
    return;
  }
  const std::string what = model_.path().empty() ? fmt::format("There is no run in {} yet.", model_.folder().string())
                                                 : std::string("There is nothing to show yet.");
  draw_empty(what, "Start one in the panel `control`, open one with Ctrl+O, or drop its file on this window.");
}

/// Layouts to choose from, and a name for the one on show.
void Dashboard::draw_layouts() {
  if (!ImGui::BeginPopup("layouts")) return;
  for (const NamedLayout& each : built_in_layouts())
    if (ImGui::Selectable(each.name.c_str())) workbench_.use(each.layout);
  ImGui::Separator();
  std::string forgotten;
  for (const NamedLayout& each : settings_.layouts) {
    ImGui::PushID(each.name.c_str());
    if (ImGui::SmallButton("x")) forgotten = each.name;
    ImGui::SetItemTooltip("Forget this layout");
    ImGui::SameLine();
    if (ImGui::Selectable(each.name.c_str())) workbench_.use(each.layout);
    note_location("layout " + each.name);
    ImGui::PopID();
  }
  if (!forgotten.empty()) workbench_.forget(forgotten);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 14);
  const bool entered = ImGui::InputTextWithHint("##name", "name for this layout", layout_name_.data(),
                                                layout_name_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  note_location("layout name");
  ImGui::SameLine();
  const std::string name = layout_name_.data();
  const bool is_free = std::ranges::find(built_in_layouts(), name, &NamedLayout::name) == built_in_layouts().end();
  ImGui::BeginDisabled(name.empty() || !is_free);
  if ((ImGui::Button("Keep") || entered) && !name.empty() && is_free) {
    workbench_.save_as(name);
    layout_name_ = {};
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  ImGui::EndPopup();
}

void Dashboard::draw_panels() {
  // Three lines below the panels are for the selection.
  const float below = ImGui::GetTextLineHeightWithSpacing() * 3 + ImGui::GetStyle().ItemSpacing.y * 2;
  const ImVec2 available = ImGui::GetContentRegionAvail();
  workbench_.draw({available.x, available.y - below}, model_, [this] { draw_nothing_open(); });
}

void Dashboard::draw_selection() {
  ImGui::Separator();
  const store::Row* row = model_.selected();
  if (row == nullptr) {
    draw_text(model_.loaded() ? "Nothing is selected: click a row or a point." : "", colours().quiet);
  } else {
    draw_text(model_.selection().size() > 1 ? fmt::format("{} selected, row {}", model_.selection().size(), row->row)
                                            : fmt::format("Row {}", row->row),
              colours().accent);
    ImGui::SameLine();
    draw_text(fmt::format("{}  {}", store::workload_of(*row), row->variant));
    ImGui::SameLine();
    draw_note();
    ImGui::SameLine();
    if (ImGui::SmallButton("Copy name")) copy_name();
    ImGui::SameLine();
    if (ImGui::SmallButton("Copy command line")) copy_command();
    draw_text(report::passed(*row) ? figures_of(*row) : fmt::format("{}: {}", row->status, row->detail.substr(0, 200)),
              report::passed(*row) ? colours().quiet : colours().fault);
  }
  if (!model_.note_error().empty())
    draw_text(model_.note_error(), colours().fault);
  else
    draw_text(notice_, notice_is_fault_ ? colours().fault : colours().good);
}

/// Star and note of the selected row.
void Dashboard::draw_note() {
  const std::size_t index = model_.selection().back();
  const store::RowNote* note = analysis::note_of(*model_.run(), index);
  const bool star = note != nullptr && note->star;
  if (ImGui::SmallButton(star ? "Starred" : "Star")) model_.toggle_star();
  note_location("Star");
  ImGui::SetItemTooltip("Ctrl+B: mark this row. Stars and notes are kept beside the journal; filter by \"starred\".");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 16);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, 0});
  const std::string text = note == nullptr ? "" : note->text;
  if (!editing_note_ || *editing_note_ != index) {
    note_text_ = {};
    text.copy(note_text_.data(), note_text_.size() - 1);
  }
  ImGui::InputTextWithHint("##note", "note", note_text_.data(), note_text_.size());
  note_location("note");
  ImGui::PopStyleVar();
  if (ImGui::IsItemActive()) editing_note_ = index;
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    model_.set_note(index, star, note_text_.data());
    if (model_.note_error().empty()) notify("Noted beside the journal.");
  } else if (!ImGui::IsItemActive() && text == note_text_.data()) {
    editing_note_.reset();
  }
}

void Dashboard::notify(std::string text, bool is_fault) {
  notice_ = std::move(text);
  notice_is_fault_ = is_fault;
}

void Dashboard::copy_name() {
  const store::Row* row = model_.selected();
  if (row == nullptr) return;
  const std::string name = visible_text(row->variant);  // a terminal may obey what is pasted into it
  ImGui::SetClipboardText(name.c_str());
  notify("Copied: " + name);
}

void Dashboard::copy_command() {
  const store::Row* row = model_.selected();
  if (row == nullptr) return;
  const auto command = analysis::reproducing_command(*row, model_.context() ? &*model_.context() : nullptr);
  if (!command) {
    notify(fmt::format("Not copied: row {} has names that no command line for {} can hold.", row->row, kShellNames),
           true);
    return;
  }
  ImGui::SetClipboardText(command->c_str());
  notify(fmt::format("Copied, for {}: {}", kShellNames, *command));
}

void Dashboard::ask_for_export() {
  if (model_.loaded()) export_popup_.ask();
}

/// Unless it would write over what is on show.
void Dashboard::request_export(const std::filesystem::path& base) try {
  session::Paths inputs;
  for (const std::filesystem::path& journal : model_.journals())
    std::ranges::move(session::files_of_run(journal), std::back_inserter(inputs));
  for (const auto& panel : workbench_.panels())
    if (const std::filesystem::path kernel = panel->edited(); !kernel.empty()) {
      inputs.push_back(kernel);
      try {
        std::ranges::move(session::files_of_kernel(kernel), std::back_inserter(inputs));
      } catch (const Error&) {
        // Of one that is being written, it is unknown what it includes.
      }
    }
  export_.request(base, inputs);
} catch (const Error& error) {
  notify(error.what(), true);
}

void Dashboard::offer_picture(const std::function<Picture()>& read) {
  if (!export_.wants_picture()) return;
  const Picture whole = read();
  const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
  const auto pixel = [](float at, float factor, int most) {
    return std::clamp(static_cast<int>(std::lround(at * factor)), 0, most);
  };
  const int left = pixel(workbench_.active_rect().x, scale.x, whole.width);
  const int top = pixel(workbench_.active_rect().y, scale.y, whole.height);
  const int right = pixel(workbench_.active_rect().z, scale.x, whole.width);
  const int bottom = pixel(workbench_.active_rect().w, scale.y, whole.height);
  notify("Writing …");
  export_.write(crop(whole, left, top, right - left, bottom - top));
}

}  // namespace modlab::gui
