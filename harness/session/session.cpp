#include "harness/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "harness/compile/bytecode_cache.h"
#include "harness/compile/d3d_compiler.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/measure/probe_platform.h"
#include "harness/measure/workbench.h"
#include "kernels/data_set.h"
#include "kernels/error.h"
#include "modlab/revision.h"

namespace modlab {
namespace {

std::filesystem::path results_folder() {
  const char* folder = std::getenv("MODLAB_RESULTS_DIR");
  return folder != nullptr ? folder : "results/runs";
}

}  // namespace

std::unique_ptr<Compiler> open_compiler(const std::string& choice) {
  if (choice != "auto" && choice != name_of(CompilerId::d3dcompile))
    throw Error(fmt::format("--compiler '{}' is unknown; choose from auto, {}", choice, choices_in(kCompilerNames)));
  return std::make_unique<CachingCompiler>(make_d3d_compiler(), default_cache_folder());
}

Session open_session(const PlatformOptions& options, bool stable_power) {
  Session session;
  session.compiler = open_compiler(options.compiler);
  const DeviceRequest request{.runtime = options.runtime, .adapter = options.adapter, .stable_power = stable_power};
  session.lab.make_device = [request] { return make_d3d12_device(request); };
  session.lab.device = session.lab.make_device();
  session.lab.compiler = session.compiler.get();
  session.lab.sources = &embedded_shaders();
  session.lab.platform = probe_platform(*session.lab.device, *session.compiler);
  session.stable_power = stable_power;
  return session;
}

void check_workloads(const std::vector<Workload>& workloads, std::uint64_t seed, const Platform& platform,
                     const VariantFilter& filter, const Conditions& conditions) {
  for (const Workload& workload : workloads) {
    check_fits(workload, platform.device, conditions);
    const ModulusDesc desc = describe(workload, seed);
    for (const Variant& variant : filter.variants())
      if (const auto reason = why_illegal(variant, desc, platform))
        throw Error(fmt::format("variant '{}' is illegal for {}: {}", name_of(variant), name_of(workload), *reason));
    const VariantSpace space(desc, platform, filter);
    if (!space.legal().empty()) continue;
    if (space.illegal().empty())
      throw Error("no variant has the values that --where asks for; `modlab variants` lists them all");
    throw Error(fmt::format("{}: no variant is left; the first one is illegal because {}", name_of(workload),
                            space.illegal().front().reason));
  }
}

RunContext begin_context(const Session& session, const std::filesystem::path& journal, const std::string& command) {
  RunContext context;
  context.run = journal.stem().string();
  context.command = command;
  context.started = utc_now();
  context.revision = build_revision();
  context.host = describe_host();
  context.power_policy = session.stable_power ? "stable" : "default";
  context.device = session.lab.device->traits();
  context.compiler_version = session.compiler->version();
  context.fused_mad = session.lab.platform.compilers.front().fused_mad;
  return context;
}

void check_same_run(const Session& session, const std::filesystem::path& journal, std::string_view mode,
                    std::uint64_t seed) {
  const RunContext before = read_context(journal);
  const DeviceTraits& device = session.lab.device->traits();
  const auto must_equal = [&](std::string_view what, const std::string& then, const std::string& now) {
    if (then != now) throw Error(fmt::format("{}: was run with {} {}, not {}", journal.string(), what, then, now));
  };
  must_equal("adapter", before.device.adapter, device.adapter);
  must_equal("driver", before.device.driver, device.driver);
  must_equal("implementation", before.device.implementation, device.implementation);
  must_equal("compiler", before.compiler_version, session.compiler->version());
  must_equal("mode", before.mode, std::string(mode));
  must_equal("seed", fmt::to_string(before.seed), fmt::to_string(seed));
}

std::filesystem::path default_journal(const std::string& command) {
  std::string time = utc_now();
  std::ranges::replace(time, ':', '-');  // no file name on Windows may hold a colon
  return results_folder() / fmt::format("{}-{}.csv", time, command);
}

std::filesystem::path default_tuned() { return results_folder() / "tuned.json"; }

}  // namespace modlab
