#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/session/session.h"
#include "harness/system/console.h"
#include "kernels/modulus/data_set.h"

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
    const VariantFilter filter = options->space.filter();
    const auto workloads = options->workload.workloads(filter.kernels());
    const session::Session session = session::open_session(options->platform);
    const Platform& platform = session.lab.platform;
    if (!options->why) session::check_variants(workloads, options->seed, platform, filter);
    for (const Workload& workload : workloads) {
      const modulus::ModulusDesc desc = modulus::describe(workload, options->seed);
      if (workloads.size() > 1) print("# {}\n", name_of(workload));
      for (const Variant& variant : VariantSpace(desc, platform, filter).legal()) print("{}\n", name_of(variant));
      if (!options->why) continue;
      for (const IllegalVariant& illegal : illegal_variants(desc, platform, filter))
        print("# illegal: {}: {}\n", name_of(illegal.variant), illegal.reason);
    }
    return 0;
  };
}

}  // namespace modlab::cli
