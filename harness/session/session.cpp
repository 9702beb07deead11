#include "harness/session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/compile/bytecode_cache.h"
#include "harness/compile/compiler_set.h"
#include "harness/compile/d3d_compiler.h"
#include "harness/compile/dxc_compiler.h"
#include "harness/compile/shader_pack.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/measure/probe_platform.h"
#include "harness/measure/workbench.h"
#include "harness/store/results_folder.h"
#include "harness/system/host.h"
#include "harness/system/path.h"
#include "harness/tune/local_rig.h"
#include "harness/tune/remote_rig.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/probes.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "modlab/revision.h"

namespace modlab::session {
namespace {

std::unique_ptr<compile::Compiler> with_cache(std::unique_ptr<compile::Compiler> compiler) {
  return std::make_unique<compile::CachingCompiler>(std::move(compiler), compile::default_cache_folder());
}

std::unique_ptr<compile::Compiler> open_dxc() {
  std::vector<compile::FoundDxc> found = compile::find_dxc(1);
  if (found.empty())
    throw Error("no DXC here: run scripts/setup-dxc, or name a libdxcompiler.so or a dxc program in MODLAB_DXC");
  return with_cache(std::move(found.front().compiler));
}

std::unique_ptr<compile::Compiler> open_pack(const std::string& path, const std::string& choice) {
  auto compiler = compile::make_pack_compiler(compile::ShaderPack::read(path_of(path), embedded_shaders()), path);
  const auto ids = compiler->ids();
  if (choice == "auto" || choice == "all") return compiler;
  if (std::ranges::find(ids, choice, [](CompilerId id) { return name_of(id); }) == ids.end())
    throw Error(fmt::format("--compiler {}: {} has only kernels of {}", choice, path, compiler->version()));
  return compiler;
}

}  // namespace

std::unique_ptr<compile::Compiler> open_compiler(const PlatformOptions& options) {
  const std::string& choice = options.compiler;
  if (!options.shaders.empty()) return open_pack(options.shaders, choice);
  if (choice == "auto" || choice == name_of(CompilerId::d3dcompile)) return with_cache(compile::make_d3d_compiler());
  if (choice == name_of(CompilerId::dxc)) return open_dxc();
  std::vector<std::unique_ptr<compile::Compiler>> both;
  both.push_back(with_cache(compile::make_d3d_compiler()));
  both.push_back(open_dxc());
  return std::make_unique<compile::CompilerSet>(std::move(both));
}

Session open_session(const PlatformOptions& options, const DeviceTerms& terms) {
  Session session;
  session.compiler = open_compiler(options);
  const d3d12::DeviceRequest request{.runtime = options.runtime,
                                     .adapter = options.adapter,
                                     .time_limit = terms.time_limit,
                                     .stable_power = terms.stable_power};
  session.lab.make_device = [request] { return d3d12::make_device(request); };
  session.lab.open_peers = [peers = terms.peers](Device& device) { return peers.open(device); };
  session.lab.open();
  session.lab.compiler = session.compiler.get();
  session.lab.sources = &embedded_shaders();
  session.lab.platform = measure::probe_platform(*session.lab.device, *session.compiler, modulus::modulus_probes());
  session.lab.platform.peers = session.lab.peer_traits();
  return session;
}

std::unique_ptr<tune::Rig> open_local_rig(const PlatformOptions& platform, const EvaluationOptions& evaluation,
                                          bool stable_power, measure::Workbench::Listener listener) {
  /// A rig that owns its session.
  struct Own : Session, tune::LocalRig {
    Own(Session&& session, const EvaluationOptions& options)
        : Session(std::move(session)),
          tune::LocalRig(lab, options.jobs().value_or(tune::default_jobs(lab.platform.device))) {}
  };
  Session session = open_session(
      platform, {.stable_power = stable_power, .time_limit = evaluation.time_limit() / 2, .peers = evaluation.peers()});
  session.lab.listener = std::move(listener);
  return std::make_unique<Own>(std::move(session), evaluation);
}

std::unique_ptr<tune::Evaluator> open_evaluator(const PlatformOptions& platform, const EvaluationOptions& evaluation,
                                                bool stable_power) {
  if (evaluation.in_process())
    return std::make_unique<tune::Evaluator>(open_local_rig(platform, evaluation, stable_power));
  std::vector<std::string> command{this_program().string(), "worker"};
  std::ranges::move(platform.words(), std::back_inserter(command));
  std::ranges::move(evaluation.words(), std::back_inserter(command));
  if (stable_power) command.emplace_back("--stable-power");
  return std::make_unique<tune::Evaluator>(
      std::make_unique<tune::RemoteRig>(std::move(command), evaluation.time_limit()));
}

void check_variants(const std::vector<Workload>& workloads, std::uint64_t seed, const Platform& platform,
                    const Filter& filter) {
  const auto desc_of = [&](const Workload& workload) {
    return modulus::describe(*modulus::modulus_of(workload), seed);
  };
  for (const KernelPtr& kernel : filter.kernels) {
    const auto why_unserved_by = [&](const Workload& workload) {
      return modulus::why_unserved(*kernel, desc_of(workload));
    };
    if (std::ranges::all_of(workloads, [&](const Workload& each) { return why_unserved_by(each).has_value(); }))
      throw Error(fmt::format("--kernel {} serves none of the workloads; {}: {}", kernel->file, workloads.front().name,
                              *why_unserved_by(workloads.front())));
  }
  const modulus::VariantFilter understood(filter);
  for (const Workload& workload : workloads) {
    const modulus::ModulusDesc desc = desc_of(workload);
    for (const modulus::Variant& variant : understood.variants())
      if (const auto reason = modulus::why_illegal(variant, desc, platform))
        throw Error(
            fmt::format("variant '{}' is illegal for {}: {}", modulus::name_of(variant), workload.name, *reason));
    if (!modulus::VariantSpace(desc, platform, understood).legal().empty()) continue;
    const std::vector<modulus::IllegalVariant> illegal = modulus::illegal_variants(desc, platform, understood);
    if (illegal.empty())
      throw Error(fmt::format("no variant has the values of --where{}; `modlab variants` lists all variants",
                              filter.kernels.empty() ? "" : " and satisfies its kernel's constraints"));
    throw Error(fmt::format("{}: no variant is left; the first one is illegal because {}", workload.name,
                            illegal.front().reason));
  }
}

void check_workloads(const std::vector<Workload>& workloads, std::uint64_t seed, const Platform& platform,
                     const Filter& filter, const measure::Conditions& conditions) {
  for (const Workload& workload : workloads) measure::check_fits(workload, platform.device, conditions);
  check_variants(workloads, seed, platform, filter);
}

store::RunContext begin_context(const Platform& platform, bool stable_power, const std::filesystem::path& journal,
                                const std::vector<std::string>& command) {
  store::RunContext context;
  context.run = journal.stem().string();
  context.command = command;
  context.started = utc_now();
  context.revision = build_revision();
  context.host = describe_host();
  context.power_policy = stable_power ? "stable" : "default";
  context.device = platform.device;
  for (const CompilerTraits& compiler : platform.compilers)
    context.compiler_version.append(context.compiler_version.empty() ? "" : "; ").append(compiler.version);
  for (const PeerTraits& peer : platform.peers) context.peers.push_back(peer.description);
  context.fused_mad = platform.compilers.front().fused_mad;
  context.exact_half = platform.compilers.front().exact_half;
  context.exact_bytes = platform.compilers.front().exact_bytes;
  context.compilers = platform.compilers;
  return context;
}

std::optional<store::RunContext> context_to_resume(const store::Journal& journal) {
  const std::filesystem::path context = store::context_path(journal.path());
  if (std::filesystem::exists(context)) return store::read_context(journal.path());
  if (journal.size() == 0) return std::nullopt;
  throw Error(
      fmt::format("{}: is not there, and without it {} cannot be resumed: nothing else says how its {} rows were "
                  "measured",
                  context.string(), journal.path().string(), journal.size()));
}

void check_same_run(const store::RunContext& before, const store::RunContext& now,
                    const std::filesystem::path& journal) {
  for (const KernelPtr& kernel : now.kernels)
    for (const KernelPtr& other : before.kernels)
      if (kernel->name == other->name && kernel->hash != other->hash)
        throw Error(fmt::format("{}: {} has changed since: it was {}, and is another kernel now, {}; name another file",
                                journal.string(), kernel->file, other->hash, kernel->hash));
  if (const auto different = store::why_not_resumed(before, now))
    throw Error(fmt::format("{}: was run with {} '{}', not '{}'; resume it as it began, or name another file",
                            journal.string(), different->what, different->one, different->other));
}

std::filesystem::path default_journal(const std::string& command) {
  std::string time = utc_now();
  std::ranges::replace(time, ':', '-');  // Windows allows no colon in file names
  return store::results_folder() / fmt::format("{}-{}.csv", time, command);
}

std::filesystem::path default_tuned() { return store::results_folder() / "tuned.json"; }

}  // namespace modlab::session
