#include "gui/runs/kernel_session.h"

#include <exception>

#include "gui/runs/modlab_process.h"
#include "harness/system/host.h"
#include "kernels/candidate.h"
#include "kernels/error.h"

namespace modlab::gui {

std::vector<const store::KernelTrial*> KernelTrials::last_of_saves() const {
  std::vector<const store::KernelTrial*> last;
  for (const store::KernelTrial& trial : trials) {
    if (last.empty() || last.back()->save != trial.save) last.push_back(nullptr);
    last.back() = &trial;
  }
  return last;
}

std::vector<std::string> trial_options(const analysis::Run& run, const std::string& workload) {
  std::vector<std::string> options{workload};
  if (run.files.context.host != describe_host()) return options;
  for (const analysis::RowGroup& group : run.groups) {
    if (!group.best_exact || store::workload_of(run.rows()[*group.best_exact]) != workload) continue;
    const store::Row& best = run.rows()[*group.best_exact];
    if (!family_of(best.variant).empty()) continue;  // of a file that may be gone
    options.insert(options.end(), {"--against", best.variant, "--adapter", best.adapter, "--mode", best.mode});
    if (best.choice("compiler") == name_of(CompilerId::dxc)) options.insert(options.end(), {"--compiler", "all"});
    break;
  }
  return options;
}

KernelSession::~KernelSession() { watcher_.request_stop(); }

void KernelSession::start(const std::filesystem::path& file, std::vector<std::string> options) {
  std::vector<std::string> arguments{"kernel", "try", file.string(), "--watch", "--json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  watcher_.request_stop();
  {
    const std::scoped_lock lock(mutex_);
    ++alive_;
  }
  watcher_ = std::jthread(
      [this, arguments = std::move(arguments), earlier = std::move(watcher_)](const std::stop_token& stop) mutable {
        if (earlier.joinable()) earlier.join();  // two at work on one device would disturb each other
        watch(std::move(arguments), stop);
      });
}

void KernelSession::watch(std::vector<std::string> arguments, const std::stop_token& stop) {
  {
    const std::scoped_lock lock(mutex_);
    trials_ = {};
  }
  std::string ended;
  try {
    ended =
        "modlab kernel try " + run_modlab(std::move(arguments), stop, [this](const std::string& line) { take(line); });
  } catch (const std::exception& error) {
    ended = error.what();
  }
  const std::scoped_lock lock(mutex_);
  if (trials_.message.empty()) trials_.message = ended;
  --alive_;
}

void KernelSession::take(const std::string& line) {
  const std::scoped_lock lock(mutex_);
  try {
    const auto what = store::parse_trial(line);
    if (const auto* trial = std::get_if<store::KernelTrial>(&what)) {
      trials_.trials.push_back(*trial);
    } else {
      trials_.rival = std::get<store::KernelRival>(what);
      trials_.message.clear();  // what was said while it was looked for
    }
  } catch (const Error&) {  // an error message, or a driver's warning
    trials_.message = line;
  }
}

bool KernelSession::is_alive() const {
  const std::scoped_lock lock(mutex_);
  return alive_ > 0;
}

KernelTrials KernelSession::trials() const {
  const std::scoped_lock lock(mutex_);
  return trials_;
}

}  // namespace modlab::gui
