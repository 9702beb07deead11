#include "harness/cli/kernel_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <optional>
#include <string_view>

#include "harness/d3d12/d3d12_device.h"
#include "harness/measure/probe_platform.h"
#include "kernels/error.h"
#include "kernels/modulus/probes.h"

namespace modlab::cli {
namespace {

/// Direct3D 12's: 5.1, and 6.0 to 6.9.
bool exists(ShaderModel model) { return model == ShaderModel{5, 1} || (model.major == 6 && model.minor <= 9); }

std::optional<std::uint32_t> lanes_in(std::string_view text) {
  for (const std::uint32_t lanes : kWaveSizes)
    if (text == fmt::to_string(lanes)) return lanes;
  return std::nullopt;
}

DeviceTraits traits_of(const KernelOptions& device) {
  DeviceTraits traits;
  traits.highest_shader_model = {6, 0};
  if (!device.shader_model.empty()) {
    const auto model = parse_shader_model(device.shader_model);
    if (!model || !exists(*model))
      throw Error(fmt::format("--shader-model '{}': write 5.1, or one from 6.0 to 6.9", device.shader_model));
    traits.highest_shader_model = *model;
  }
  const auto needs = [&](std::string_view option, ShaderModel least) {
    if (traits.highest_shader_model < least)
      throw Error(
          fmt::format("{} is of no use below shader model {}; give --shader-model too", option, name_of(least)));
  };
  if (device.native_16bit) needs("--native-16bit", {6, 2});
  traits.native_16bit = device.native_16bit;
  traits.typed_load_8 = true;
  traits.typed_load_16 = true;
  if (device.wave_lanes.empty()) return traits;
  const std::string_view text = device.wave_lanes;
  const std::size_t dash = text.find('-');
  const auto least = lanes_in(text.substr(0, dash));
  const auto most = dash == std::string_view::npos ? least : lanes_in(text.substr(dash + 1));
  if (!least || !most || *least > *most)
    throw Error(fmt::format("--wave-lanes '{}': write one of {}, or a range of them such as 32-64", text,
                            fmt::join(kWaveSizes, ", ")));
  needs("--wave-lanes", {6, 6});
  traits.wave_ops = true;
  traits.wave_lanes_min = *least;
  traits.wave_lanes_max = *most;
  return traits;
}

Platform other_platform(const KernelOptions& device, compile::Compiler& compiler) {
  Platform platform{traits_of(device), {}};
  for (const CompilerId id : compiler.ids()) {
    measure::compile_probes(compiler, id, platform.device, modulus::modulus_probes());
    platform.compilers.push_back(compile::probe_compiler(compiler, id));
    platform.compilers.back().fused_mad = true;
    platform.compilers.back().exact_half = true;
    platform.compilers.back().exact_native_half = platform.device.native_16bit;
  }
  return platform;
}

}  // namespace

void KernelOptions::add_to(CLI::App& command) {
  workload.add_to(command);
  space.add_to(command);
  here.add_to(command);
  command.add_option("--seed", seed, "Seed of the data, which determines a single divisor")
      ->transform(session::whole_number());
  command.add_option("--shader-model", shader_model, "For another device: its highest shader model (default: 6.0)");
  command.add_flag("--native-16bit", native_16bit, "For another device: it has native 16-bit types");
  command.add_option("--wave-lanes", wave_lanes, "For another device: its wave sizes, such as 32-64");
}

Platform KernelOptions::platform(compile::Compiler& compiler) const {
  if (!shader_model.empty() || native_16bit || !wave_lanes.empty()) return other_platform(*this, compiler);
  const auto device = d3d12::make_device({.runtime = here.runtime, .adapter = here.adapter});
  return measure::probe_platform(*device, compiler, modulus::modulus_probes());
}

}  // namespace modlab::cli
