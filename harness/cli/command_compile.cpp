#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "harness/cli/commands.h"
#include "harness/cli/kernel_options.h"
#include "harness/cli/progress.h"
#include "harness/compile/compile_all.h"
#include "harness/compile/request_key.h"
#include "harness/compile/shader_pack.h"
#include "harness/measure/roofline.h"
#include "harness/session/session.h"
#include "harness/system/console.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/buffer_plans.h"
#include "kernels/error.h"
#include "kernels/modulus/data_set.h"

namespace modlab::cli {
namespace {

struct CompileCall {
  KernelOptions kernels;
  std::string out;
};

/// Shaders to compile, by the sources they are compiled from.
struct Shaders {
  ShaderSources sources;
  std::vector<compile::ShaderRequest> requests;
};

/// Those of every legal candidate, and of the other kernels needed to verify and measure it; each once.
std::vector<Shaders> shaders_of(const std::vector<Workload>& workloads, const Platform& platform, const Filter& filter,
                                std::uint64_t seed) {
  std::map<const ShaderSources*, Shaders> all;  // null for ours
  std::set<std::pair<const ShaderSources*, std::string>> seen;
  const auto add_plan = [&](const Plan& plan) {
    compile::ShaderRequest request = compile::shader_request(plan);
    if (!seen.emplace(plan.sources.get(), compile::request_key(request, {})).second) return;
    Shaders& shaders = all[plan.sources.get()];
    if (shaders.requests.empty()) shaders.sources = compile::sources_of(plan, embedded_shaders());
    shaders.requests.push_back(std::move(request));
  };
  for (const Workload& workload : workloads) {
    const Problem& problem = *workload.problem;
    const auto add = [&](const Candidate& candidate) { add_plan(*problem.plan(candidate, seed, {})); };
    for (const Candidate& candidate : problem.space(seed, platform, filter).candidates) {
      add(candidate);
      add_plan(make_equality_plan(1, *candidate.build));
      add_plan(make_transfer_plan(1, *candidate.build));
      const Candidate pilot = problem.pilot(*candidate.build);
      add(pilot);
      add_plan(make_arithmetic_plan({1, 1}, 0, *pilot.build));
      const auto copies = problem.copies_like(candidate);
      if (!copies) continue;
      add(copies->twin);
      for (const Candidate& copy : copies->usual) add(copy);
    }
  }
  std::vector<Shaders> shaders;
  for (auto& [sources, each] : all) shaders.push_back(std::move(each));
  return shaders;
}

int compile(const CompileCall& options) {
  const std::filesystem::path out = path_of(options.out);
  session::Paths inputs = options.kernels.space.files();
  std::ranges::move(options.kernels.here.files(), std::back_inserter(inputs));
  session::check_outputs({out}, inputs);
  check_replaceable(out);
  const Filter filter = options.kernels.space.filter();
  const std::vector<Workload> workloads = options.kernels.workload.workloads(filter.kernels);
  const auto compiler = session::open_compiler(options.kernels.here);
  compile::ShaderPack pack(embedded_shaders());
  for (const CompilerId id : compiler->ids()) pack.add_maker({id, compiler->version_of(id)});
  compile::PackingCompiler packing(*compiler, pack);
  const Platform platform = options.kernels.platform(packing);
  const std::vector<Shaders> all = shaders_of(workloads, platform, filter, options.kernels.seed);
  if (all.empty()) throw Error("no kernel to compile: no variant is legal; `modlab variants --why` says why");
  std::size_t total = 0;
  for (const Shaders& shaders : all) total += shaders.requests.size();
  ProgressLine line;
  std::size_t before = 0;
  std::vector<std::string> refusals;
  for (const Shaders& shaders : all) {
    std::ranges::move(compile::compile_all(
                          packing, shaders.requests, shaders.sources,
                          [&](std::size_t done) { line.show(fmt::format("{} of {} kernels", before + done, total)); }),
                      std::back_inserter(refusals));
    before += shaders.requests.size();
  }
  line.clear();
  const std::string content = pack.content();
  replace_file(out, content);
  print("{}: {} kernels by {}, {:.1f} MB\n", options.out, pack.kernel_count(), compiler->version(),
        static_cast<double>(content.size()) / 1e6);
  if (!refusals.empty()) print("{} kernels were refused, the first with: {}\n", refusals.size(), refusals.front());
  return 0;
}

}  // namespace

Action add_compile_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand(
      "compile", "Compile all kernels of the workloads into one file, for machines without a compiler");
  auto options = std::make_shared<CompileCall>();
  options->kernels.add_to(command);
  command.add_option("--out", options->out, "The pack to write")->required();
  return [options](const auto&) { return compile(*options); };
}

}  // namespace modlab::cli
