#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "harness/store/journal.h"
#include "harness/store/row_notes.h"
#include "harness/store/run_context.h"
#include "harness/system/file.h"
#include "harness/system/scoped_variable.h"
#include "harness/system/shell_line.h"
#include "kernels/modulus/problem.h"
#include "tests/support/own_row.h"
#include "tests/support/pixels.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::filesystem::path kRun = std::filesystem::path(MODLAB_SOURCE_DIR) / "results/h200/sweep.csv";
const std::filesystem::path kManyWorkloads = std::filesystem::path(MODLAB_SOURCE_DIR) / "results/h200/layouts.csv";
const std::filesystem::path kSmallRun = std::filesystem::path(MODLAB_SOURCE_DIR) / "results/lavapipe/tune.csv";

/// The rows of the run, fastest first, as the leaderboard shows them.
std::vector<store::Row> fastest_first() {
  std::vector<store::Row> rows = store::read_journal(kRun).rows;
  std::ranges::sort(rows, {}, [](const store::Row& row) { return row.median_ns.value(); });
  return rows;
}

/// The program in a real window, driven by drive.sh through events of a headless X server.
class GuiDriven : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v Xvfb xdotool >/dev/null") != 0)
      GTEST_SKIP() << "Xvfb or xdotool is missing: on Debian install xvfb and xdotool";
  }

  /// Runs the commands on a window that shows the run; they must succeed. $second, $third and $slower are numbers of
  /// its rows; the samples of $slower do not overlap those of the others.
  void drive(const std::string& commands, const std::filesystem::path& run = kRun) const {
    write_text(folder_ / "commands", fmt::format("second={} third={} slower={}\n{}", rows_[1].row, rows_[2].row,
                                                 rows_[kSlower].row, commands));
    const std::string line = fmt::format(
        "cd '{0}' && export ASAN_OPTIONS=detect_leaks=0 MODLAB_RESULTS_DIR='{0}runs' MODLAB_CACHE_DIR='{0}cache' "
        "XDG_CONFIG_HOME='{0}config' && '{1}' '{2}' '{3}' <commands >output 2>&1",
        (folder_ / "").string(), MODLAB_GUI_DRIVER, MODLAB_GUI_PROGRAM, run.string());
    const int result = std::system(line.c_str());
    EXPECT_TRUE(WIFEXITED(result) && WEXITSTATUS(result) == 0) << read_file(folder_ / "output");
  }

  [[nodiscard]] std::string exported(const std::string& panel) const {
    return read_file(folder_ / fmt::format("runs/exports/sweep-{}.csv", panel));
  }

  static constexpr std::size_t kSlower = 30;
  TemporaryFolder folder_;
  std::vector<store::Row> rows_ = fastest_first();
};

TEST_F(GuiDriven, EveryPanelIsDrawnAndExportedByKeyboard) {
  const std::vector<std::string> panels{"leaderboard", "heatmap",  "effect", "parallel", "importance", "samples",
                                        "roofline",    "accuracy", "regret", "compare",  "inspector",  "difference",
                                        "progress",    "control",  "kernel", "context"};
  std::string commands = "key ctrl+m\n";
  for (const std::string& panel : panels)
    commands += fmt::format("export_panel {}\nkey ctrl+Next\nawait_panel {}\n", panel,
                            panel == panels.back() ? panels.front() : *(&panel + 1));
  drive(commands);
  const std::filesystem::path kept = MODLAB_TEST_PICTURES;
  std::filesystem::create_directories(kept);
  std::set<std::string> pictures;
  for (const std::string& panel : panels) {
    const std::filesystem::path picture = folder_ / fmt::format("runs/exports/sweep-{}.png", panel);
    const Pixels pixels = read_pixels(picture);
    EXPECT_GT(pixels.width, 1500) << panel;
    EXPECT_GT(pixels.colours, 50U) << panel;
    pictures.insert(pixels.rgb);
    EXPECT_GT(std::ranges::count(exported(panel), '\n'),
              panel == "control" || panel == "compare" || panel == "kernel" ? 0 : 2)
        << panel;
    std::filesystem::copy_file(picture, kept / fmt::format("{}.png", panel),
                               std::filesystem::copy_options::overwrite_existing);
  }
  EXPECT_EQ(pictures.size(), panels.size());
}

TEST_F(GuiDriven, AClickOnARowSelectsItInEveryPanel) {
  drive(R"(
    click "row $second"
    await_title "row $second: typed-"
    show_panel samples
    export_panel samples
  )");
  EXPECT_THAT(exported("samples"), HasSubstr(fmt::format("{},{},confirm,", rows_[1].row, rows_[1].variant)));
}

TEST_F(GuiDriven, CtrlClickAddsToTheSelection) {
  drive(R"(
    click "row $second"
    await_title "row $second"
    xdotool keydown ctrl
    click "row $third"
    await_title "row $third"
    xdotool keyup ctrl
    show_panel samples
    export_panel samples
  )");
  EXPECT_THAT(exported("samples"), HasSubstr(fmt::format("\n{},", rows_[1].row)));
  EXPECT_THAT(exported("samples"), HasSubstr(fmt::format("\n{},", rows_[2].row)));
}

TEST_F(GuiDriven, TheLastTwoSelectedAreComparedInThePanelDifference) {
  drive(R"(
    key ctrl+m
    click "row $second"
    await_title "row $second"
    xdotool keydown ctrl
    click "row $slower"
    await_title "row $slower"
    xdotool keyup ctrl
    show_panel difference
    click "difference bytecode"
    click "next difference"
    click "difference samples"
    export_panel difference
  )");
  const std::string text = exported("difference");
  EXPECT_THAT(text, HasSubstr("part,name,left,right\nChoice,"));
  EXPECT_THAT(text, HasSubstr(fmt::format("Launch,threads,\"{} per group", rows_[1].choice("threads"))));
  EXPECT_THAT(text, HasSubstr(fmt::format(",\"{} per group", rows_[kSlower].choice("threads"))));
  EXPECT_THAT(text, HasSubstr("\nInstruction,"));
}

TEST_F(GuiDriven, AStoredKernelThatHangsOrCrashesItsCompilerLeavesTheWindowAlone) {
  const ScopedVariable fake("MODLAB_DXC", MODLAB_FAKE_DXCOMPILER);
  const std::filesystem::path run = folder_ / "sweep.csv";
  const OwnRow hangs("hangs", "hang now");
  const OwnRow crashes("crashes", "crash now");
  store::Journal journal = store::Journal::create(run);
  store::RunContext context = sample_context();
  for (store::Row row : {variant_row({}, 1), hangs.row, crashes.row}) journal.append(row);
  context.kernels = {hangs.kernel, crashes.kernel};
  store::write_context(run, context);
  drive(R"(
    compiler() { pgrep -P "$gui" -f list-kernel; }
    nothing_compiles() { ! compiler; }
    click "row 2"
    await_title "row 2: "
    until_true compiler
    hanging=$(compiler)
    click "row 3"
    await_title "row 3: "
    until_true eval '! kill -0 $hanging'
    until_true nothing_compiles
    click "row 1"
    await_title "row 1: "
    show_panel inspector
    export_panel inspector
  )",
        run);
  EXPECT_THAT(exported("inspector"), HasSubstr("variant," + variant_row({}, 1).variant));
}

TEST_F(GuiDriven, AClickOnAHeatMapCellSelectsItsFastestVariant) {
  drive(R"(
    show_panel heatmap
    click "cell 64 8"
    await_title "x8-t64"
    export_panel heatmap
  )");
  EXPECT_THAT(exported("heatmap"), HasSubstr("threads,per_thread,timed,failed,best_variant"));
}

TEST_F(GuiDriven, AClickNearAPointOfAPlotSelectsIt) {
  drive(R"(
    show_panel accuracy
    click "point of row $third"
    await_title "row $third"
  )");
}

TEST_F(GuiDriven, TheWheelScrollsTheWorkloadsOfTheRoofline) {
  // The last of 48 workloads is out of sight at first.
  const std::string last = "floor/u8/256x256x64x64/nhwc-b/out/mixed";
  const std::vector<store::Row> rows = store::read_journal(kManyWorkloads).rows;
  const auto best = std::ranges::find_if(
      rows, [&](const store::Row& row) { return row.tie == "best" && store::workload_of(row) == last; });
  ASSERT_NE(best, rows.end());
  drive(fmt::format("last={} best={}\n", last, best->row) + R"(
    key ctrl+m
    show_panel roofline
    first=floor/f32/64x256x64x64/row-b/out/mixed
    until_true is_still "line of $first"
    [[ -z $(location_of "line of $last") ]] || fail "all lines are in sight"
    click_at 800 500
    xdotool click --repeat 40 --delay 10 5
    click "line of $last"
    await_title "row $best: "
    [[ -z $(location_of "line of $first") ]] || fail "the first line is still in sight"
  )",
        kManyWorkloads);
}

TEST_F(GuiDriven, AClickOnAPlotsKeyHidesThePoints) {
  drive(R"(
    key ctrl+m
    show_panel roofline
    is_hidden() { [[ -z $(location_of "point of row $second") ]]; }
    until_true is_still "point of row $second"
    click "key exact"
    click "key best exact"
    click "key formula"
    click "key best formula"
    until_true is_hidden
    click "key exact"
    click "key formula"
    until_true is_still "point of row $second"
  )");
}

TEST_F(GuiDriven, AClickOnARegretCurveSelectsTheVariantFoundByThen) {
  // A small run, whose curves are computed quickly.
  drive(R"(
    show_panel regret
    await_text 'point of row' $MODLAB_GUI_LOCATIONS
    name=$(grep 'point of row' $MODLAB_GUI_LOCATIONS | sed -n '20s/\t.*//p')
    click "$name"
    await_title "row ${name##* }:"
  )",
        kSmallRun);
}

TEST_F(GuiDriven, AClickOnAHistogramBinSelectsItsRow) {
  drive(R"(
    key ctrl+m
    click "row $slower"
    await_title "row $slower"
    xdotool keydown ctrl
    click "row $second"
    await_title "row $second"
    xdotool keyup ctrl
    show_panel samples
    until_true is_still "point of row $second"
    # The histogram is the last of the two plots, and the slowest bin its last.
    click_at $(grep "point of row $slower" $MODLAB_GUI_LOCATIONS | tail -n 1 | cut -f 2,3)
    await_title "row $slower"
    export_panel samples
  )");
  EXPECT_THAT(exported("samples"), HasSubstr(fmt::format("\n{},", rows_[kSlower].row)));
  EXPECT_THAT(exported("samples"), Not(HasSubstr(fmt::format("\n{},", rows_[1].row))));
}

TEST_F(GuiDriven, TypingFiltersAndACopiedNameCanBePasted) {
  drive(R"(
    key ctrl+c
    key ctrl+f
    xdotool type --delay 30 'RAW-b16 x8'
    table=$MODLAB_RESULTS_DIR/exports/sweep-leaderboard.csv
    until_true eval 'export_panel leaderboard && ! grep -q raw-b16-x1 "$table"'
    cp "$table" typed.csv
    key ctrl+f
    key ctrl+a
    key ctrl+v
    until_true eval 'export_panel leaderboard && ! grep -q raw-b16 "$table"'
  )");
  const auto typed = store::read_journal(folder_ / "typed.csv").rows;
  ASSERT_FALSE(typed.empty());
  EXPECT_LT(typed.size(), 200U);
  for (const store::Row& row : typed) EXPECT_THAT(row.variant, HasSubstr("raw-b16-x8"));
  const auto pasted = store::read_journal(folder_ / "runs/exports/sweep-leaderboard.csv").rows;
  ASSERT_EQ(pasted.size(), 1U) << "only one row has the name of the selected row";
  const auto best = std::ranges::find(rows_, "exact", &store::Row::accuracy);
  EXPECT_EQ(pasted.front().row, best->row);
}

TEST_F(GuiDriven, ACopiedNameHasNothingThatATerminalActsOn) {
  write_sample_run(folder_ / "theirs.csv");
  std::string text = read_file(folder_ / "theirs.csv");
  text.replace(text.find("raw-b16"), 7, "raw-b\x1b");
  replace_file(folder_ / "theirs.csv", text);
  drive(R"(
    click "row 3"
    await_title "row 3: "
    key ctrl+c
    click note
    key ctrl+v
    key Return
    await_file theirs.notes.json
  )",
        folder_ / "theirs.csv");
  EXPECT_EQ(store::read_notes(folder_ / "theirs.csv").at(0).text, "raw-b\\x1b");
}

TEST_F(GuiDriven, NoPanelExportsAFormula) {
  const std::string formula = "=cmd|' /C calc'!A0";
  store::Journal journal = store::Journal::create(folder_ / "theirs.csv");
  std::vector<store::Row> rows{variant_row({}, 1), variant_row({}, 2), variant_row({}, 3)};
  rows[1].variant = rows[2].accuracy = formula;
  for (store::Row& row : rows) {
    row.adapter = row.stop = row.shader_hash = row.detail = row.worst = formula;
    row.mismatches = row.max_ulp = 1;
    for (std::string& choice : row.choices)
      if (&row != rows.data()) choice = formula;
    journal.append(row);
  }
  store::RunContext context = sample_context();
  context.host = context.revision = context.device.adapter = context.device.driver = formula;
  context.workloads[0].workload = store::workload_of(rows[0]);
  context.workloads[0].aa_variant = formula;
  store::write_context(folder_ / "theirs.csv", context);
  const std::vector<std::string> panels{"leaderboard", "heatmap",  "effect", "parallel", "importance", "samples",
                                        "roofline",    "accuracy", "regret", "compare",  "inspector",  "difference",
                                        "progress",    "control",  "kernel", "context"};
  std::string commands = "key ctrl+m\n";
  for (const std::string& panel : panels) commands += fmt::format("show_panel {0}\nexport_panel {0}\n", panel);
  drive(commands, folder_ / "theirs.csv");
  std::size_t tables_with_it = 0;
  for (const std::string& panel : panels) {
    const std::string text = read_file(folder_ / fmt::format("runs/exports/theirs-{}.csv", panel));
    for (const char* before : {"\n", ",", "\""}) EXPECT_THAT(text, Not(HasSubstr(before + formula))) << panel;
    if (text.find(formula) != std::string::npos) ++tables_with_it;
  }
  EXPECT_GE(tables_with_it, 6U);
}

TEST_F(GuiDriven, AnExportGoesToTheChosenPath) {
  drive(R"(
    export_to mine/best
    await_file mine/best.png
    touch file
    export_to file/no
    export_to mine/again
    await_file mine/again.png
  )");
  EXPECT_EQ(store::read_journal(folder_ / "mine/best.csv").rows.size(), rows_.size());
  EXPECT_TRUE(read_pixels(folder_ / "mine/best.png").rgb == read_pixels(folder_ / "mine/again.png").rgb)
      << "the popup must not be in the picture";
}

TEST_F(GuiDriven, AnExportWritesOverNothingThatIsOpen) {
  std::filesystem::copy_file(kRun, folder_ / "mine.csv");
  write_text(folder_ / "mine.hlsl", "not yet");
  std::filesystem::create_symlink("mine.hlsl", folder_ / "link.csv");
  drive(R"(
    export_to $PWD/mine
    show_panel kernel
    enter "kernel file" "$PWD/mine.hlsl"
    key Return
    until_true is_still Save
    export_to $PWD/link
    export_to $PWD/other
    await_file other.png
  )",
        folder_ / "mine.csv");
  EXPECT_EQ(read_file(folder_ / "mine.csv"), read_file(kRun));
  EXPECT_EQ(read_file(folder_ / "mine.hlsl"), "not yet");
  for (const char* picture : {"mine.png", "link.png"}) EXPECT_FALSE(std::filesystem::exists(folder_ / picture));
}

TEST_F(GuiDriven, ThemeUnitAndPanelSurviveARestart) {
  drive(R"(
    key ctrl+d
    await_text light $XDG_CONFIG_HOME/modlab/dashboard.json
    key ctrl+u
    await_text roofline $XDG_CONFIG_HOME/modlab/dashboard.json
    show_panel effect
  )");
  drive("export_panel effect\n");
  EXPECT_THAT(exported("effect"), HasSubstr("% of roofline"));
  const Pixels pixels = read_pixels(folder_ / "runs/exports/sweep-effect.png");
  EXPECT_GT(static_cast<unsigned char>(pixels.rgb[0]), 200) << "the light theme";
}

TEST_F(GuiDriven, PanelsAreSplitDraggedClosedAndKeptAsALayout) {
  drive(R"(
    settings=$XDG_CONFIG_HOME/modlab/dashboard.json
    click "split effect down"
    await_panel effect
    until_true settings_have '"rows": *\['
    drag "border 1" -200 0
    click "close inspector"
    until_true eval '! settings_have \"inspector\"'
    click Layout
    enter "layout name" mine
    key Return
    await_text '"mine"' "$settings"
    cp "$settings" kept.json
    key ctrl+m
    await_text '"one_panel": true' "$settings"
  )");
  const auto settings = nlohmann::json::parse(read_file(folder_ / "kept.json"));
  const auto& mine = settings["layouts"]["mine"];
  EXPECT_EQ(mine, settings["layout"]);
  EXPECT_EQ(mine["columns"][0], "leaderboard") << "it has the space of the inspector";
  EXPECT_LT(mine["share"].get<double>(), 0.5) << "the border was dragged to the left";
  EXPECT_EQ(mine["columns"][1]["rows"][1]["rows"][0], "effect");
  drive("show_panel leaderboard\nexport_panel leaderboard\n");  // one panel still fills the window
  EXPECT_GT(read_pixels(folder_ / "runs/exports/sweep-leaderboard.png").width, 1500);
}

TEST_F(GuiDriven, ABrushFiltersEveryPanelAndGoingBackTakesItAway) {
  drive(R"(
    show_panel parallel
    click "axis threads 128"
    until_true is_still "clear brush"
    export_panel parallel
    show_panel effect
    export_panel effect
    show_panel leaderboard
    export_panel leaderboard
    cp $MODLAB_RESULTS_DIR/exports/sweep-leaderboard.csv brushed.csv
    key alt+Left
    until_true eval '[[ -z $(location_of "clear brush") ]]'
    export_panel leaderboard
  )");
  const auto kept = store::read_journal(folder_ / "brushed.csv").rows;
  EXPECT_EQ(kept.size(), rows_.size() / 6) << "one of six values";
  for (const store::Row& row : kept) EXPECT_THAT(row.variant, HasSubstr("-t128-"));
  EXPECT_THAT(exported("parallel"), HasSubstr(",yes\n"));
  EXPECT_THAT(exported("effect"), Not(HasSubstr("256,")));
  EXPECT_EQ(store::read_journal(folder_ / "runs/exports/sweep-leaderboard.csv").rows.size(), rows_.size());
}

TEST_F(GuiDriven, ACommandIsFoundByWordsOfItsName) {
  drive(R"(
    key ctrl+p
    until_true is_still "command words"
    xdotool type --delay 30 'rows LAYOUT two'
    key ctrl+a
    xdotool type --delay 30 'light theme'
    key Return
    await_text '"theme": "light"' $XDG_CONFIG_HOME/modlab/dashboard.json
    key ctrl+p
    until_true is_still "command words"
    xdotool type --delay 30 'panel ROOF'
    key Return
    await_panel roofline
  )");
}

TEST_F(GuiDriven, AStarAndANoteAreKeptBesideTheJournal) {
  std::filesystem::copy_file(kRun, folder_ / "sweep.csv");
  drive(R"(
    click "row $second"
    await_title "row $second"
    key ctrl+b
    await_text '"star": true' sweep.notes.json
    enter note "try with waves"
    key Return
    await_text 'try with waves' sweep.notes.json
    key ctrl+f
    xdotool type --delay 30 'starred WAVES'
    until_true eval 'export_panel leaderboard && (($(wc -l < $MODLAB_RESULTS_DIR/exports/sweep-leaderboard.csv) == 2))'
  )",
        folder_ / "sweep.csv");
  const std::vector<store::RowNote> notes = store::read_notes(folder_ / "sweep.csv");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].row, rows_[1].row);
  EXPECT_TRUE(notes[0].star);
}

TEST_F(GuiDriven, TheWindowsSizeAndPositionSurviveARestart) {
  drive(R"(
    xdotool windowsize $window 1200 800 windowmove $window 60 70
    await_text '"width": 1200' $XDG_CONFIG_HOME/modlab/dashboard.json
    await_text '"x": 60' $XDG_CONFIG_HOME/modlab/dashboard.json
    await_text '"y": 70' $XDG_CONFIG_HOME/modlab/dashboard.json
  )");
  drive("xdotool getwindowgeometry --shell $window > geometry\n");
  const std::string geometry = read_file(folder_ / "geometry");
  for (const char* line : {"X=60\n", "Y=70\n", "WIDTH=1200\n", "HEIGHT=800\n"}) EXPECT_THAT(geometry, HasSubstr(line));
}

TEST_F(GuiDriven, ARunCanBeStartedPausedResumedAndStopped) {
  drive(R"(
    click Tune
    await_panel control
    enter shape 4096
    enter budget 300s
    click Start
    await_title tune
    journal=$(ls $MODLAB_RESULTS_DIR/*-tune.csv)
    until_true eval '(($(wc -l < "$journal") > 2))'
    click Pause
    until_true flock -n "$journal.lock" true
    before=$(wc -l < "$journal")
    click Resume
    until_true eval '(($(wc -l < "$journal") > before + 1))'
    click Stop
    until_true flock -n "$journal.lock" true
    before=$(wc -l < "$journal")
    click Resume
    until_true eval '(($(wc -l < "$journal") > before + 1))'
    click Stop
    until_true flock -n "$journal.lock" true
    cp "$journal" run.csv
    cp "${journal%.csv}.json" run.json
  )");
  EXPECT_GT(store::read_journal(folder_ / "run.csv").rows.size(), 2U);
  const store::RunContext context = store::read_context(folder_ / "run.csv");
  EXPECT_THAT(shell_line(context.command).value(), HasSubstr("--shape 4096"));
  EXPECT_EQ(context.resumed.size(), 2U) << "paused, and stopped";
  EXPECT_EQ(context.finished, "");
}

TEST_F(GuiDriven, ResumeLoadsNothingThatTheRunsFilesName) {
  std::filesystem::copy_file(MODLAB_PLANTED_LIBRARY, folder_ / "planted.so");
  write_sample_run(folder_ / "theirs.csv");
  store::RunContext context = store::read_context(folder_ / "theirs.csv");
  context.command = {"modlab", "tune", "--seed", "3", "--runtime", "./planted.so", "--tuned", "planted.json"};
  store::write_context(folder_ / "theirs.csv", context);
  drive(R"(
    "$(dirname "$program")/modlab" devices --runtime ./planted.so || true
    rm planted_library_ran
    key ctrl+m
    show_panel control
    click Resume
    until_true is_still "question --runtime ./planted.so"
    until_true is_still "question --tuned planted.json"
    click "question Resume"
    until_true eval 'export_panel control && grep -q "modlab exited with" "$MODLAB_RESULTS_DIR/exports/theirs-control.csv"'
    [[ ! -e planted_library_ran ]] || fail "the library of the file was loaded"
    cp "$MODLAB_RESULTS_DIR/exports/theirs-control.csv" said.csv
  )",
        folder_ / "theirs.csv");
  EXPECT_THAT(read_file(folder_ / "said.csv"), HasSubstr("theirs.csv: was run with adapter 'llvmpipe'"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "planted.json"));
}

TEST_F(GuiDriven, AKernelFileIsTriedWheneverItIsSavedHereOrElsewhere) {
  drive(R"(
    "$(dirname "$program")/modlab" kernel new mine.hlsl --dtype i32
    sed -i 's/THREADS = 128, 256/THREADS = 64/; s/PER_THREAD = 1, 2, 4/PER_THREAD = 1/' mine.hlsl
    show_panel kernel
    enter "kernel file" "$PWD/mine.hlsl"
    key Return
    enter "kernel options" "--shape 4096 --against structured-b16-x1-t64-group-refine-root-d3dcompile-5.1"
    key Return
    await_text 'save 1 ok' $MODLAB_GUI_LOCATIONS
    echo '// by another editor' >> mine.hlsl
    await_text 'save 2 ok' $MODLAB_GUI_LOCATIONS
    click code
    key ctrl+End
    xdotool type --delay 20 'float nonsense('
    key ctrl+s
    await_text 'save 3 compiler refused' $MODLAB_GUI_LOCATIONS
    cp mine.hlsl saved.hlsl
    sed -i 's/modulus_word(x, y)/modulus_word(x, y) + 1/; /nonsense/d' mine.hlsl
    await_text 'save 4 wrong result' $MODLAB_GUI_LOCATIONS
    export_panel kernel
  )");
  EXPECT_THAT(read_file(folder_ / "saved.hlsl"), HasSubstr("// by another editor\nfloat nonsense("));
  const std::string history = exported("kernel");
  EXPECT_THAT(history, HasSubstr("\n1,mine-"));
  EXPECT_THAT(history, HasSubstr("\n2,mine-"));
  EXPECT_THAT(history, HasSubstr("compiler refused,"));
  EXPECT_THAT(history, HasSubstr("results wrong; first element 0: "));
}

TEST_F(GuiDriven, AFileThatBecomesInvalidIsReportedAndNothingIsLost) {
  std::filesystem::copy_file(kRun, folder_ / "sweep.csv");
  drive(R"(
    click "row $second"
    await_title "row $second"
    echo 'no journal' > sweep.csv
    await_text '^error' $MODLAB_GUI_LOCATIONS
    export_panel leaderboard
  )",
        folder_ / "sweep.csv");
  EXPECT_EQ(store::read_journal(folder_ / "runs/exports/sweep-leaderboard.csv").rows.size(), rows_.size());
}

}  // namespace
}  // namespace modlab::gui
