#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace modlab::cli {

/// Each adds one subcommand to the program. Running it returns the exit status: 0 done, 1 something is wrong or slower.
/// `words` is the whole command line, for the run's context.
using Action = std::function<int(const std::vector<std::string>& words)>;

Action add_devices_command(CLI::App& program);
Action add_variants_command(CLI::App& program);
Action add_verify_command(CLI::App& program);
Action add_compile_command(CLI::App& program);
Action add_disassemble_command(CLI::App& program);
Action add_kernel_command(CLI::App& program);
/// `modlab kernel try`: a kernel file against the best variant known, once or on every save.
Action add_kernel_try_command(CLI::App& command);
Action add_measure_command(CLI::App& program);
Action add_tune_command(CLI::App& program);
Action add_compute_command(CLI::App& program);
Action add_data_command(CLI::App& program);
Action add_summary_command(CLI::App& program);
Action add_compare_command(CLI::App& program);
Action add_history_command(CLI::App& program);
Action add_report_command(CLI::App& program);
Action add_merge_command(CLI::App& program);
Action add_replay_command(CLI::App& program);
Action add_best_command(CLI::App& program);
/// For the tuner, not for users: evaluates variants for the process that starts it.
Action add_worker_command(CLI::App& program);
/// For the dashboard, not for users: compiles the kernel that the process that starts it names.
Action add_list_kernel_command(CLI::App& program);
/// For shells, not for users: prints what can stand in place of the last of the words after it.
Action add_complete_command(CLI::App& program);

}  // namespace modlab::cli
