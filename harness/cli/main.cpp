#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/session/manual.h"
#include "harness/session/program.h"
#include "harness/session/version.h"

namespace {

int run(int argc, char** argv) {
  using namespace modlab;
  using namespace modlab::cli;
  CLI::App program("Benchmark and tuning lab for DirectML's element-wise modulus operators on Direct3D 12.", "modlab");
  program.require_subcommand(1);
  program.set_help_flag("-h,--help", "Print this help");
  session::add_version_flag(program);
  session::add_manual_flag(program);
  program.failure_message(CLI::FailureMessage::simple);
  std::vector<std::pair<CLI::App*, Action>> commands;
  for (const auto add : {add_devices_command, add_variants_command, add_kernel_command,      add_verify_command,
                         add_compute_command, add_data_command,     add_compile_command,     add_disassemble_command,
                         add_measure_command, add_tune_command,     add_summary_command,     add_compare_command,
                         add_history_command, add_report_command,   add_merge_command,       add_replay_command,
                         add_best_command,    add_worker_command,   add_list_kernel_command, add_complete_command}) {
    Action action = add(program);
    commands.emplace_back(program.get_subcommands({}).back(), std::move(action));
  }
  if (const auto status = session::parse_call(program, argc, argv)) return *status;
  std::vector<std::string> words{"modlab"};
  words.insert(words.end(), argv + 1, argv + argc);
  for (const auto& [command, action] : commands)
    if (command->parsed()) return action(words);
  return session::kWrongCall;
}

}  // namespace

int modlab::session::program_main(int argc, char** argv) {
  return session::run_program("modlab", [=] { return run(argc, argv); });
}
