#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/compile/d3d_compiler.h"
#include "harness/compile/dxc_compiler.h"
#include "harness/d3d12/adapters.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/d3d12/runtime.h"
#include "harness/measure/probe_platform.h"
#include "harness/session/session.h"

namespace modlab {

namespace {

void print_compiler(CompilerId id, const Compiler& compiler, const std::string& way) {
  fmt::print("compiler        {}: {}, {}\n", name_of(id), compiler.version(), way);
}

void print_adapter(const Adapter& adapter, const std::string& runtime, Compiler& compiler) {
  const auto device = make_d3d12_device({.runtime = runtime, .adapter = fmt::to_string(adapter.index)});
  const DeviceTraits& traits = device->traits();
  fmt::print("\nadapter {}       {}{}\n", adapter.index, traits.adapter, adapter.software ? " (software)" : "");
  fmt::print("driver          {}\n", traits.driver);
  fmt::print("memory          {} MiB\n", traits.memory_bytes >> 20);
  fmt::print("shader model    {}\n", name_of(traits.highest_shader_model));
  fmt::print("wave lanes      {}\n", traits.wave_ops
                                         ? fmt::format("{} to {}", traits.wave_lanes_min, traits.wave_lanes_max)
                                         : "no wave operations");
  fmt::print("16-bit types    {}\n", traits.native_16bit ? "native" : "no");
  for (const CompilerTraits& each : probe_platform(*device, compiler).compilers) {
    fmt::print("mad             {} of {}\n", each.fused_mad ? "fused: rounded once" : "not fused: rounded twice",
               name_of(each.id));
    fmt::print("fp16 to fp32    {} of {}\n", each.exact_half ? "exact, and back" : "not known to be exact",
               name_of(each.id));
  }
  fmt::print("timestamps      {} Hz\n", traits.timestamp_hz);
  fmt::print("background      optimising by the driver is {}\n", traits.background_processing);
}

}  // namespace

Action add_devices_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("devices", "Adapters, D3D12 implementation, compilers, capabilities");
  auto platform = std::make_shared<PlatformOptions>();
  platform->add_to(command);
  return [platform](const std::string&) {
    const auto runtime = open_runtime(platform->runtime);
    const auto compiler = open_compiler(*platform);
    std::vector<Adapter> adapters = list_adapters(*runtime);
    if (!platform->adapter.empty()) adapters = {select_adapter(adapters, platform->adapter)};
    fmt::print("implementation  {}\n", runtime->description());
    print_compiler(CompilerId::d3dcompile, *make_d3d_compiler(), "library");
    for (const FoundDxc& found : find_dxc()) print_compiler(CompilerId::dxc, *found.compiler, found.way);
    for (const Adapter& adapter : adapters) print_adapter(adapter, platform->runtime, *compiler);
    return 0;
  };
}

}  // namespace modlab
