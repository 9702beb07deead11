#include "gui/runs/devices.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "gui/runs/modlab_process.h"
#include "harness/store/shared_fields.h"
#include "kernels/error.h"

namespace modlab::gui {

Devices parse_devices(const std::vector<std::string>& lines) {
  Devices devices;
  for (const std::string& line : lines) {
    const nlohmann::json machine = nlohmann::json::parse(line, nullptr, false);
    if (!machine.is_object()) {  // drivers may print warnings
      devices.error += line + "\n";
      continue;
    }
    try {
      store::read_json([&] {
        for (const nlohmann::json& adapter : machine.at("adapters"))
          devices.adapters.push_back(
              {store::value_from<std::uint32_t>(adapter.at("index")), store::value_from<DeviceTraits>(adapter)});
      });
    } catch (const Error& error) {
      devices.error += std::string(error.what()) + "\n";
    }
  }
  if (!devices.adapters.empty()) devices.error.clear();
  return devices;
}

Devices list_devices(const std::string& runtime, const std::stop_token& stop) {
  try {
    std::vector<std::string> lines;
    run_modlab({"devices", "--json", "--runtime", runtime}, stop,
               [&](std::string line) { lines.push_back(std::move(line)); });
    return parse_devices(lines);
  } catch (const Error& error) {
    return {.adapters = {}, .error = error.what()};
  }
}

}  // namespace modlab::gui
