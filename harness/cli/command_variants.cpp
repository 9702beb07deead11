#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/session/session.h"
#include "harness/system/console.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::cli {

Action add_variants_command(CLI::App& program) {
  struct VariantsCall {
    session::WorkloadOptions workload;
    session::SpaceOptions space;
    session::PlatformOptions platform;
    bool why = false;
    std::uint64_t seed = 1;
  };
  CLI::App& command = *program.add_subcommand("variants", "List the space of the workloads, one name per line");
  auto options = std::make_shared<VariantsCall>();
  options->workload.add_to(command);
  options->space.add_to(command);
  options->platform.add_to(command);
  command.add_flag("--why", options->why, "Also list the illegal combinations, each with its reason");
  command.add_option("--seed", options->seed, "Seed of the data, which determines a single divisor")
      ->transform(session::whole_number());
  return [options](const auto&) {
    const Filter filter = options->space.filter();
    const auto workloads = options->workload.workloads(filter.kernels);
    const session::Session session = session::open_session(options->platform);
    const Platform& platform = session.lab.platform;
    if (!options->why) session::check_variants(workloads, options->seed, platform, filter);
    for (const Workload& workload : workloads) {
      if (workloads.size() > 1) print("# {}\n", workload.name);
      for (const Candidate& candidate : workload.problem->space(options->seed, platform, filter).candidates)
        print("{}\n", candidate.name);
      if (!options->why) continue;
      for (const modulus::IllegalVariant& illegal : modulus::illegal_variants(
               modulus::describe(*modulus::modulus_of(workload), options->seed), platform, filter))
        print("# illegal: {}: {}\n", modulus::name_of(illegal.variant), illegal.reason);
    }
    return 0;
  };
}

}  // namespace modlab::cli
