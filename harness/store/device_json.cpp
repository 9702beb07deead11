#include "harness/store/device_json.h"

#include <nlohmann/json.hpp>

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
  DeviceTraits device;
  from.at("adapter").get_to(device.adapter);
  from.at("driver").get_to(device.driver);
  from.at("implementation").get_to(device.implementation);
  from.at("memory_bytes").get_to(device.memory_bytes);
  from.at("highest_shader_model").at(0).get_to(device.highest_shader_model.major);
  from.at("highest_shader_model").at(1).get_to(device.highest_shader_model.minor);
  from.at("wave_ops").get_to(device.wave_ops);
  from.at("wave_lanes_min").get_to(device.wave_lanes_min);
  from.at("wave_lanes_max").get_to(device.wave_lanes_max);
  from.at("native_16bit").get_to(device.native_16bit);
  // Contexts of earlier versions do not say.
  device.software = from.value("software", false);
  device.typed_load_8 = from.value("typed_load_8", false);
  device.typed_load_16 = from.value("typed_load_16", false);
  device.background_processing = from.value("background_processing", std::string());
  from.at("timestamp_hz").get_to(device.timestamp_hz);
  return device;
}

}  // namespace modlab
