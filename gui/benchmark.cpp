#include "gui/benchmark.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#include "gui/analysis/frame_times.h"
#include "gui/runs/generated_run.h"
#include "gui/runs/tune_form.h"
#include "gui/runs/tuning_run.h"
#include "gui/shell/dashboard.h"
#include "gui/shell/shell.h"
#include "harness/store/journal.h"
#include "harness/system/append_file.h"
#include "harness/system/console.h"

namespace modlab::gui {
namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::duration<double>;
using std::chrono::steady_clock;

constexpr std::size_t kRows = 100'000;
constexpr int kFrames = 60;
constexpr int kGrowingFrames = 600;
constexpr double kTuningSeconds = 20;

/// A temporary folder.
class ScratchFolder {
 public:
  ScratchFolder()
      : path_(fs::temp_directory_path() /
              fmt::format("modlab-gui-benchmark-{}", steady_clock::now().time_since_epoch().count())) {
    fs::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

/// Draws frames at 60 per second while step() returns true; returns the seconds that each took.
template <typename Step>
std::vector<double> draw_paced(Dashboard& dashboard, HiddenWindow& window, Step step) {
  std::vector<double> frames;
  while (step()) {
    const auto begin = steady_clock::now();
    dashboard.poll();
    window.draw();
    const Seconds took = steady_clock::now() - begin;
    frames.push_back(took.count());
    std::this_thread::sleep_for(std::max(Seconds::zero(), Seconds(1.0 / 60) - took));
  }
  return frames;
}

/// Appends a row to the large journal with each frame, with the first layout on show.
void time_growing_run(const fs::path& journal, ViewModel& model, Dashboard& dashboard, HiddenWindow& window) {
  const std::string line = store::to_csv(model.rows().front()) + "\n";
  const std::size_t before = model.rows().size();
  window.draw_until_idle();
  AppendFile file(journal, AppendFile::Start::at_end);
  int rows = kGrowingFrames;
  std::vector<double> frames = draw_paced(dashboard, window, [&] {
    file.append(line);
    return rows-- > 0;
  });
  print("{:<12} {}\n", "growing", frame_distribution(std::move(frames)));
  print("             {} of {} rows were read meanwhile\n", model.rows().size() - before, kGrowingFrames);
  std::fflush(stdout);
}

void time_large_run(const fs::path& journal) {
  write_generated_run(journal, kRows);
  ViewModel model;
  const auto begin = steady_clock::now();
  model.open(journal);
  model.wait();
  print("load {} rows, {} MB: {:.2f} s\n", model.rows().size(), fs::file_size(journal) / 1'000'000,
        Seconds(steady_clock::now() - begin).count());
  std::fflush(stdout);

  model.open_against(journal);  // itself, so that there is something to compare
  Dashboard dashboard(model, make_panels(), {});
  HiddenWindow window(dashboard);
  const auto time_frames = [&](const std::string& what) {
    window.draw_until_idle();
    std::vector<double> frames;
    for (int i = 0; i < kFrames; ++i) frames.push_back(window.draw());
    print("{:<12} {}\n", what, frame_distribution(std::move(frames)));
    std::fflush(stdout);
  };
  for (const NamedLayout& each : built_in_layouts()) {
    dashboard.use_layout(each.layout);
    time_frames(each.name);
  }
  for (const std::string& panel : dashboard.panel_names()) {
    dashboard.use_layout(only(panel));
    time_frames(panel);
  }
  dashboard.use_layout(built_in_layouts().front().layout);
  time_growing_run(journal, model, dashboard, window);
}

/// Frames at 60 per second while `modlab tune` runs and its journal is followed.
void time_frames_while_tuning(const fs::path& journal) {
  TuneForm form;
  form["--budget"] = fmt::format("{:.0f}s", kTuningSeconds);
  std::vector<std::string> words = form.arguments();
  words.insert(words.end(),
               {"--out", journal.string(), "--tuned", fs::path(journal).replace_extension(".tuned").string()});
  ViewModel model;
  Dashboard dashboard(model, make_panels(), {});
  dashboard.use_layout(only("progress"));
  HiddenWindow window(dashboard);
  TuningRun tuning;
  tuning.start(std::move(words), journal);
  std::vector<double> frames = draw_paced(dashboard, window, [&] {
    if (const auto made = tuning.take_new_journal()) model.open(*made);
    return tuning.state() == TuningRun::State::running;
  });
  print("while tuning {}\n", frame_distribution(std::move(frames)));
  print("             {} rows written; last line of modlab: {}\n", model.rows().size(),
        tuning.lines().empty() ? "nothing" : tuning.lines().back());
}

}  // namespace

void run_benchmark() {
  const ScratchFolder folder;
  time_large_run(folder / "large.csv");
  time_frames_while_tuning(folder / "tuning.csv");
}

}  // namespace modlab::gui
