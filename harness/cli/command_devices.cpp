#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/d3d12/adapters.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/d3d12/runtime.h"
#include "harness/measure/probe_platform.h"
#include "harness/session/session.h"
#include "harness/session/version.h"
#include "harness/store/device_json.h"
#include "harness/store/json_text.h"

namespace modlab {
namespace {

using nlohmann::json;

struct DevicesCall {
  PlatformOptions platform;
  bool json = false;
};

Platform probe(const Adapter& adapter, const std::string& runtime, Compiler& compiler) {
  const auto device = make_d3d12_device({.runtime = runtime, .adapter = fmt::to_string(adapter.index)});
  return probe_platform(*device, compiler);
}

void print_adapter(const Adapter& adapter, const Platform& platform) {
  const DeviceTraits& device = platform.device;
  fmt::print("\nadapter {}       {}{}\n", adapter.index, device.adapter, adapter.software ? " (software)" : "");
  fmt::print("driver          {}\n", device.driver);
  fmt::print("memory          {} MiB\n", device.memory_bytes >> 20);
  fmt::print("shader model    {}\n", name_of(device.highest_shader_model));
  fmt::print("wave lanes      {}\n", device.wave_ops
                                         ? fmt::format("{} to {}", device.wave_lanes_min, device.wave_lanes_max)
                                         : "no wave operations");
  fmt::print("16-bit types    {}\n", device.native_16bit ? "native" : "no");
  for (const CompilerTraits& each : platform.compilers) {
    fmt::print("mad             {} of {}\n", each.fused_mad ? "fused: rounded once" : "not fused: rounded twice",
               name_of(each.id));
    fmt::print("fp16 to fp32    {} of {}\n", each.exact_half ? "exact, and back" : "not known to be exact",
               name_of(each.id));
    fmt::print("elements        {} as a vector of {}\n", each.exact_bytes ? "right" : "NOT RIGHT", name_of(each.id));
  }
  fmt::print("timestamps      {} Hz\n", device.timestamp_hz);
  fmt::print("background      optimising by the driver is {}\n", device.background_processing);
}

json adapter_json(const Adapter& adapter, const Platform& platform) {
  json compilers = json::array();
  for (const CompilerTraits& each : platform.compilers)
    compilers.push_back({{"compiler", name_of(each.id)},
                         {"raw_writable_loads", each.raw_writable_loads},
                         {"precise", each.precise},
                         {"fused_mad", each.fused_mad},
                         {"exact_half", each.exact_half},
                         {"exact_bytes", each.exact_bytes}});
  json entry = device_json(platform.device);
  entry["index"] = adapter.index;
  entry["compilers"] = std::move(compilers);
  return entry;
}

int devices(const DevicesCall& options) {
  const auto runtime = open_runtime(options.platform.runtime);
  const auto compiler = open_compiler(options.platform);
  std::vector<Adapter> adapters = list_adapters(*runtime);
  if (!options.platform.adapter.empty()) adapters = {select_adapter(adapters, options.platform.adapter)};
  const auto probed = [&](const Adapter& adapter) { return probe(adapter, options.platform.runtime, *compiler); };
  if (options.json) {
    json machine{{"implementation", runtime->description()}, {"compilers", json::array()}, {"adapters", json::array()}};
    for (const ListedCompiler& each : list_compilers())
      machine["compilers"].push_back({{"compiler", name_of(each.id)}, {"version", each.version}, {"way", each.way}});
    for (const Adapter& adapter : adapters) machine["adapters"].push_back(adapter_json(adapter, probed(adapter)));
    fmt::print("{}\n", json_text(machine));
    return 0;
  }
  fmt::print("implementation  {}\n", runtime->description());
  for (const ListedCompiler& each : list_compilers())
    fmt::print("compiler        {}: {}, {}\n", name_of(each.id), each.version, each.way);
  for (const Adapter& adapter : adapters) print_adapter(adapter, probed(adapter));
  return 0;
}

}  // namespace

Action add_devices_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("devices", "List adapters, D3D12 implementation, compilers and capabilities");
  auto options = std::make_shared<DevicesCall>();
  options->platform.add_to(command);
  command.add_flag("--json", options->json, "Print JSON for programs: everything as one object on one line");
  return [options](const auto&) { return devices(*options); };
}

}  // namespace modlab
