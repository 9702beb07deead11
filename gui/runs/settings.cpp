#include "gui/runs/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "harness/store/json_text.h"
#include "harness/system/environment.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

namespace fs = std::filesystem;

fs::path settings_file(const fs::path& folder) { return folder / "dashboard.json"; }

}  // namespace

fs::path settings_folder() {
#if defined(_WIN32)
  const fs::path base = environment_path("APPDATA");
#else
  fs::path base = environment_path("XDG_CONFIG_HOME");
  if (const fs::path home = environment_path("HOME"); base.empty() && !home.empty()) base = home / ".config";
#endif
  return base.empty() ? base : base / "modlab";
}

Settings read_settings(const fs::path& folder) {
  if (folder.empty()) return {};
  return parse_settings(try_read_file(settings_file(folder)).value_or(""));
}

Settings parse_settings(std::string_view content) {
  Settings settings;
  nlohmann::json json;
  try {
    json = store::parse_json(content);
  } catch (const Error&) {
    return settings;
  }
  if (!json.is_object()) return settings;
  const auto text = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto truth = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && *found == true;
  };
  const auto number = [&](const char* key, double min, double max, double fallback) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? std::clamp(found->get<double>(), min, max) : fallback;
  };
  settings.theme = value_in(kThemeNames, text("theme")).value_or(settings.theme);
  settings.unit = value_in(analysis::kUnitNames, text("unit")).value_or(settings.unit);
  const auto wide = [](float value) { return static_cast<double>(value); };
  settings.zoom = static_cast<float>(number("zoom", wide(kMinZoom), wide(kMaxZoom), wide(settings.zoom)));
  settings.panel = text("panel");
  if (const auto layout = json.find("layout"); layout != json.end()) settings.layout = parse_layout(*layout);
  settings.one_panel = truth("one_panel");
  if (const auto layouts = json.find("layouts"); layouts != json.end() && layouts->is_object())
    for (const auto& [name, described] : layouts->items())
      if (auto layout = parse_layout(described); layout && !name.empty())
        settings.layouts.push_back({name, std::move(*layout)});
  settings.width = static_cast<int>(number("width", 400, 16000, settings.width));
  settings.height = static_cast<int>(number("height", 300, 16000, settings.height));
  settings.maximised = truth("maximised");
  constexpr int kFar = 100'000;  // beyond any desktop
  const auto has_number = [&](const char* key) { return json.contains(key) && json[key].is_number(); };
  if (has_number("x") && has_number("y"))
    settings.position = {.x = static_cast<int>(number("x", -kFar, kFar, 0)),
                         .y = static_cast<int>(number("y", -kFar, kFar, 0))};
  return settings;
}

std::string settings_text(const Settings& settings) {
  nlohmann::json layouts = nlohmann::json::object();
  for (const NamedLayout& each : settings.layouts) layouts[each.name] = layout_json(each.layout);
  nlohmann::json json{{"theme", name_of(settings.theme)},
                      {"unit", analysis::name_of(settings.unit)},
                      {"zoom", settings.zoom},
                      {"panel", settings.panel},
                      {"one_panel", settings.one_panel},
                      {"layouts", std::move(layouts)},
                      {"width", settings.width},
                      {"height", settings.height},
                      {"maximised", settings.maximised}};
  if (settings.layout) json["layout"] = layout_json(*settings.layout);
  if (settings.position) {
    json["x"] = settings.position->x;
    json["y"] = settings.position->y;
  }
  return store::json_text(json, 2) + "\n";
}

void write_settings(const fs::path& folder, const Settings& settings) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  try {
    replace_file(settings_file(folder), settings_text(settings), Sync::no);
  } catch (const Error&) {  // settings are not worth an error
  }
}

}  // namespace modlab::gui
