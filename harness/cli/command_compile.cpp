#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <set>

#include "harness/cli/commands.h"
#include "harness/cli/progress.h"
#include "harness/compile/compile_all.h"
#include "harness/compile/request_key.h"
#include "harness/compile/shader_pack.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/measure/probe_platform.h"
#include "harness/measure/roofline.h"
#include "harness/session/session.h"
#include "kernels/buffer_plans.h"
#include "kernels/data_set.h"
#include "kernels/error.h"

namespace modlab {
namespace {

/// The device the kernels are for, where that is not the one here.
struct AbsentDevice {
  std::string shader_model;
  bool native_16bit = false;
  std::string wave_lanes;

  [[nodiscard]] bool described() const { return !shader_model.empty() || native_16bit || !wave_lanes.empty(); }
};

struct Options {
  WorkloadOptions workload;
  SpaceOptions space;
  PlatformOptions platform;
  AbsentDevice device;
  std::string out;
  std::uint64_t seed = 1;
};

std::uint32_t parse_lanes(const std::string& option, std::string_view text) {
  std::uint32_t lanes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), lanes);
  if (error != std::errc{} || end != text.data() + text.size() || lanes == 0)
    throw Error(fmt::format("--wave-lanes '{}': write a number, or the least and the most as in 32-64", option));
  return lanes;
}

/// What an absent device can do, and all that it is not known not to: kernels are legal or not where they run.
DeviceTraits traits_of(const AbsentDevice& device) {
  DeviceTraits traits;
  traits.highest_shader_model = {6, 0};
  if (!device.shader_model.empty()) {
    const auto model = parse_shader_model(device.shader_model);
    if (!model) throw Error(fmt::format("--shader-model '{}': write it as in 6.6", device.shader_model));
    traits.highest_shader_model = *model;
  }
  traits.native_16bit = device.native_16bit;
  traits.typed_load_8 = true;
  traits.typed_load_16 = true;
  if (device.wave_lanes.empty()) return traits;
  const std::size_t dash = std::min(device.wave_lanes.find('-'), device.wave_lanes.size());
  const std::string_view text = device.wave_lanes;
  traits.wave_ops = true;
  traits.wave_lanes_min = parse_lanes(device.wave_lanes, text.substr(0, dash));
  traits.wave_lanes_max =
      dash == text.size() ? traits.wave_lanes_min : parse_lanes(device.wave_lanes, text.substr(dash + 1));
  return traits;
}

Platform absent_platform(const AbsentDevice& device, Compiler& compiler) {
  Platform platform{traits_of(device), {}};
  for (const CompilerId id : compiler.ids()) {
    compile_probes(compiler, id);
    platform.compilers.push_back(probe_compiler(compiler, id));
    platform.compilers.back().fused_mad = true;
    platform.compilers.back().exact_half = true;
  }
  return platform;
}

/// The shaders of every legal variant, and of the other kernels that verifying and measuring it takes; each once.
std::vector<ShaderRequest> requests_of(const std::vector<Workload>& workloads, const Platform& platform,
                                       const VariantFilter& filter, std::uint64_t seed) {
  std::vector<ShaderRequest> requests;
  std::set<std::string> seen;
  for (const Workload& workload : workloads) {
    const ModulusDesc desc = describe(workload, seed);
    const auto add_plan = [&](const KernelPlan& plan) {
      ShaderRequest request = shader_request(plan);
      if (seen.insert(request_key(request, {})).second) requests.push_back(std::move(request));
    };
    const auto add = [&](const Variant& variant) { add_plan(make_plan(desc, variant)); };
    const VariantSpace space(desc, platform, filter);
    for (const Variant& variant : space.legal()) {
      add(variant);
      add_plan(make_equality_plan(1, variant).plan);
      add_plan(make_transfer_plan(1, variant));
      add(pilot_variant(variant));
      add(copy_of(variant));
      for (const Variant& copy : usual_copies(variant)) add(copy);
    }
  }
  return requests;
}

int compile(const Options& options) {
  const std::vector<Workload> workloads = options.workload.workloads();
  const VariantFilter filter = options.space.filter();
  const auto compiler = open_compiler(options.platform);
  ShaderPack pack(embedded_shaders());
  for (const CompilerId id : compiler->ids()) pack.add_maker({id, compiler->version()});
  PackingCompiler packing(*compiler, pack);
  Platform platform;
  if (options.device.described()) {
    platform = absent_platform(options.device, packing);
  } else {
    const auto device = make_d3d12_device({.runtime = options.platform.runtime, .adapter = options.platform.adapter});
    platform = probe_platform(*device, packing);
  }
  const std::vector<ShaderRequest> requests = requests_of(workloads, platform, filter, options.seed);
  if (requests.empty()) throw Error("no kernel to compile: no variant is legal; `modlab variants --why` says why");
  ProgressLine line;
  const auto refusals = compile_all(packing, requests, embedded_shaders(), [&](std::size_t done) {
    line.show(fmt::format("{} of {} kernels", done, requests.size()));
  });
  line.clear();
  pack.write(options.out);
  fmt::print("{}: {} kernels by {}, {:.1f} MB\n", options.out, pack.kernel_count(), compiler->version(),
             static_cast<double>(std::filesystem::file_size(options.out)) / 1e6);
  if (!refusals.empty()) fmt::print("{} kernels were refused, the first with: {}\n", refusals.size(), refusals.front());
  return 0;
}

}  // namespace

Action add_compile_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("compile", "All kernels of the workloads into one file, for machines without a compiler");
  auto options = std::make_shared<Options>();
  options->workload.add_to(command, {.type = "f32", .shape = "1048576", .data_set = "mixed"});
  options->space.add_to(command);
  options->platform.add_to(command);
  command.add_option("--out", options->out, "The pack to write")->required();
  command.add_option("--seed", options->seed, "Seed of the data, which decides a divisor that serves all elements");
  command.add_option("--shader-model", options->device.shader_model,
                     "For a device that is not here: its highest shader model (default: 6.0)");
  command.add_flag("--native-16bit", options->device.native_16bit, "Likewise: it has native 16-bit types");
  command.add_option("--wave-lanes", options->device.wave_lanes, "Likewise: its wave sizes, such as 32-64");
  return [options](const std::string&) { return compile(*options); };
}

}  // namespace modlab
