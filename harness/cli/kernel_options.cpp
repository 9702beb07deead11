#include "harness/cli/kernel_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

#include "harness/d3d12/d3d12_device.h"
#include "harness/measure/probe_platform.h"
#include "kernels/error.h"

namespace modlab {
namespace {

std::uint32_t parse_lanes(const std::string& option, std::string_view text) {
  std::uint32_t lanes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), lanes);
  if (error != std::errc{} || end != text.data() + text.size() || lanes == 0)
    throw Error(fmt::format("--wave-lanes '{}': write a number, or a range such as 32-64", option));
  return lanes;
}

DeviceTraits traits_of(const KernelOptions& device) {
  DeviceTraits traits;
  traits.highest_shader_model = {6, 0};
  if (!device.shader_model.empty()) {
    const auto model = parse_shader_model(device.shader_model);
    if (!model) throw Error(fmt::format("--shader-model '{}': write one such as 6.6", device.shader_model));
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

Platform other_platform(const KernelOptions& device, Compiler& compiler) {
  Platform platform{traits_of(device), {}};
  for (const CompilerId id : compiler.ids()) {
    compile_probes(compiler, id, platform.device);
    platform.compilers.push_back(probe_compiler(compiler, id));
    platform.compilers.back().fused_mad = true;
    platform.compilers.back().exact_half = true;
    platform.compilers.back().exact_native_half = platform.device.native_16bit;
  }
  return platform;
}

}  // namespace

void KernelOptions::add_to(CLI::App& command) {
  workload.add_to(command, {.type = "f32", .shape = "1048576", .data_set = "mixed"});
  space.add_to(command);
  here.add_to(command);
  command.add_option("--seed", seed, "Seed of the data, which determines a single divisor")->transform(whole_number());
  command.add_option("--shader-model", shader_model, "For another device: its highest shader model (default: 6.0)");
  command.add_flag("--native-16bit", native_16bit, "For another device: it has native 16-bit types");
  command.add_option("--wave-lanes", wave_lanes, "For another device: its wave sizes, such as 32-64");
}

Platform KernelOptions::platform(Compiler& compiler) const {
  if (!shader_model.empty() || native_16bit || !wave_lanes.empty()) return other_platform(*this, compiler);
  const auto device = make_d3d12_device({.runtime = here.runtime, .adapter = here.adapter});
  return probe_platform(*device, compiler);
}

}  // namespace modlab
