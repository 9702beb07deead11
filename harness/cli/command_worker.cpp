#include <CLI/CLI.hpp>

#include <memory>
#include <utility>

#include "harness/cli/commands.h"
#include "harness/session/catalogue.h"
#include "harness/session/session.h"
#include "harness/system/crash.h"
#include "harness/tune/worker.h"

namespace modlab::cli {
namespace {

struct WorkerCall {
  session::PlatformOptions platform;
  session::EvaluationOptions evaluation;
  bool stable_power = false;
};

}  // namespace

Action add_worker_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("worker", "Evaluate variants for the process that starts this one");
  command.group("");  // not in the help
  auto options = std::make_shared<WorkerCall>();
  options->platform.add_to(command);
  options->evaluation.add_to_worker(command);
  options->evaluation.add_peer_to(command);
  command.add_flag("--stable-power", options->stable_power);
  return [options](const auto&) {
    leave_crashes_to_parent();
    tune::serve(
        [&](measure::Workbench::Listener listener) {
          return session::open_local_rig(options->platform, options->evaluation, options->stable_power,
                                         std::move(listener));
        },
        session::make_catalogue);
    return 0;
  };
}

}  // namespace modlab::cli
