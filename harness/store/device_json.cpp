#include "harness/store/device_json.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"

namespace modlab {

using nlohmann::json;

json device_json(const DeviceTraits& device) {
  return {{"adapter", device.adapter},
          {"driver", device.driver},
          {"implementation", device.implementation},
          {"software", device.software},
          {"memory_bytes", device.memory_bytes},
          {"highest_shader_model", {device.highest_shader_model.major, device.highest_shader_model.minor}},
          {"wave_ops", device.wave_ops},
          {"wave_lanes_min", device.wave_lanes_min},
          {"wave_lanes_max", device.wave_lanes_max},
          {"native_16bit", device.native_16bit},
          {"typed_load_8", device.typed_load_8},
          {"typed_load_16", device.typed_load_16},
          {"timestamp_hz", device.timestamp_hz},
          {"background_processing", device.background_processing}};
}

DeviceTraits device_from(const json& from) {
  constexpr auto kMaxVersion = std::numeric_limits<std::uint8_t>::max();
  constexpr auto kMaxLanes = std::numeric_limits<std::uint32_t>::max();
  DeviceTraits device;
  from.at("adapter").get_to(device.adapter);
  from.at("driver").get_to(device.driver);
  from.at("implementation").get_to(device.implementation);
  device.memory_bytes = whole_number(from.at("memory_bytes"));
  const json& model = from.at("highest_shader_model");
  device.highest_shader_model = {static_cast<std::uint8_t>(whole_number(model.at(0), kMaxVersion)),
                                 static_cast<std::uint8_t>(whole_number(model.at(1), kMaxVersion))};
  from.at("wave_ops").get_to(device.wave_ops);
  device.wave_lanes_min = static_cast<std::uint32_t>(whole_number(from.at("wave_lanes_min"), kMaxLanes));
  device.wave_lanes_max = static_cast<std::uint32_t>(whole_number(from.at("wave_lanes_max"), kMaxLanes));
  from.at("native_16bit").get_to(device.native_16bit);
  // Contexts of earlier versions do not say.
  device.software = from.value("software", false);
  device.typed_load_8 = from.value("typed_load_8", false);
  device.typed_load_16 = from.value("typed_load_16", false);
  device.background_processing = from.value("background_processing", std::string());
  device.timestamp_hz = whole_number(from.at("timestamp_hz"));
  return device;
}

json compiler_json(const CompilerTraits& compiler) {
  return {{"compiler", name_of(compiler.id)},
          {"version", compiler.version},
          {"raw_writable_loads", compiler.raw_writable_loads},
          {"precise", compiler.precise},
          {"fused_mad", compiler.fused_mad},
          {"exact_half", compiler.exact_half},
          {"exact_native_half", compiler.exact_native_half},
          {"exact_bytes", compiler.exact_bytes}};
}

std::optional<CompilerTraits> compiler_from(const json& from) {
  const auto id = value_in(kCompilerNames, from.at("compiler").get<std::string>());
  if (!id) return std::nullopt;
  return CompilerTraits{.id = *id,
                        .version = from.at("version"),
                        .raw_writable_loads = from.at("raw_writable_loads"),
                        .precise = from.at("precise"),
                        .fused_mad = from.at("fused_mad"),
                        .exact_half = from.at("exact_half"),
                        .exact_native_half = from.at("exact_native_half"),
                        .exact_bytes = from.at("exact_bytes")};
}

}  // namespace modlab
