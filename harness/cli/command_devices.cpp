#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/d3d12/adapters.h"
#include "harness/d3d12/implementation.h"
#include "harness/measure/probe_platform.h"
#include "harness/session/session.h"
#include "harness/session/version.h"
#include "harness/store/json_text.h"
#include "harness/store/shared_fields.h"
#include "harness/system/console.h"
#include "kernels/error.h"
#include "kernels/modulus/probes.h"

namespace modlab::cli {
namespace {

using nlohmann::json;

struct DevicesCall {
  session::PlatformOptions platform;
  bool json = false;
};

/// An adapter, and either what it can do or why it is of no use here.
struct Probed {
  d3d12::Adapter adapter;
  std::optional<Platform> platform;
  std::string refusal;
};

Probed probe(const d3d12::Adapter& adapter, const d3d12::Implementation& implementation, compile::Compiler& compiler) {
  try {
    const auto device = implementation.make_device({.adapter = fmt::to_string(adapter.index)});
    return {.adapter = adapter,
            .platform = measure::probe_platform(*device, compiler, modulus::modulus_probes()),
            .refusal = {}};
  } catch (const Error& error) {
    return {.adapter = adapter, .platform = std::nullopt, .refusal = error.what()};
  }
}

/// Throws the first refusal where no adapter is of use.
std::vector<Probed> probe_all(const std::vector<d3d12::Adapter>& adapters, const d3d12::Implementation& implementation,
                              compile::Compiler& compiler) {
  std::vector<Probed> probed;
  for (const d3d12::Adapter& adapter : adapters) probed.push_back(probe(adapter, implementation, compiler));
  if (std::ranges::none_of(probed, [](const Probed& each) { return each.platform.has_value(); }))
    throw Error(probed.front().refusal);
  return probed;
}

void print_adapter(const Probed& probed) {
  const d3d12::Adapter& adapter = probed.adapter;
  print("\nadapter {}       {}{}\n", adapter.index, adapter.name, adapter.software ? " (software)" : "");
  print("driver          {}\n", adapter.driver);
  if (!probed.platform) {
    print("of no use here  {}\n", probed.refusal);
    return;
  }
  const Platform& platform = *probed.platform;
  const DeviceTraits& device = platform.device;
  print("memory          {} MiB\n", device.memory_bytes >> 20);
  print("shader model    {}\n", name_of(device.highest_shader_model));
  print("wave lanes      {}\n",
        device.wave_ops ? fmt::format("{} to {}", device.wave_lanes_min, device.wave_lanes_max) : "no wave operations");
  print("16-bit types    {}\n", device.native_16bit ? "native" : "no");
  for (const CompilerTraits& each : platform.compilers) {
    print("mad             {} of {}\n", each.fused_mad ? "fused: rounded once" : "not fused: rounded twice",
          name_of(each.id));
    print("fp16 to fp32    {} of {}\n", each.exact_half ? "exact, and back" : "not known to be exact",
          name_of(each.id));
    if (device.native_16bit && each.id == CompilerId::dxc)
      print("                {} of dxc's native types\n",
            each.exact_native_half ? "exact, and back" : "not known to be exact");
    print("elements        {} as a vector of {}\n", each.exact_bytes ? "right" : "NOT RIGHT", name_of(each.id));
  }
  print("timestamps      {} Hz\n", device.timestamp_hz);
  print("background      optimising by the driver is {}\n", device.background_processing);
}

json adapter_json(const d3d12::Adapter& adapter, const Platform& platform) {
  json entry = store::json_of(platform.device);
  entry["index"] = adapter.index;
  entry["compilers"] = store::json_of(platform.compilers);
  return entry;
}

json machine_json(const d3d12::Implementation& implementation, const std::vector<Probed>& probed) {
  json machine{{"implementation", implementation.description()},
               {"compilers", json::array()},
               {"adapters", json::array()},
               {"refused", json::array()}};
  for (const session::ListedCompiler& each : session::list_compilers())
    machine["compilers"].push_back({{"compiler", name_of(each.id)}, {"version", each.version}, {"way", each.way}});
  for (const auto& [adapter, platform, refusal] : probed)
    if (platform)
      machine["adapters"].push_back(adapter_json(adapter, *platform));
    else
      machine["refused"].push_back({{"index", adapter.index}, {"adapter", adapter.name}, {"reason", refusal}});
  return machine;
}

int devices(const DevicesCall& options) {
  const auto implementation = d3d12::open_implementation(options.platform.runtime);
  const auto compiler = session::open_compiler(options.platform);
  std::vector<d3d12::Adapter> adapters = implementation->adapters();
  if (!options.platform.adapter.empty()) adapters = {d3d12::select_adapter(adapters, options.platform.adapter)};
  const std::vector<Probed> probed = probe_all(adapters, *implementation, *compiler);
  if (options.json) {
    print("{}\n", store::json_text(machine_json(*implementation, probed)));
    return 0;
  }
  print("implementation  {}\n", implementation->description());
  for (const session::ListedCompiler& each : session::list_compilers())
    print("compiler        {}: {}, {}\n", name_of(each.id), each.version, each.way);
  for (const Probed& each : probed) print_adapter(each);
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

}  // namespace modlab::cli
