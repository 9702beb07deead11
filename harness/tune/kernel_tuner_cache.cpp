#include "harness/tune/kernel_tuner_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "kernels/error.h"

namespace modlab::tune {
namespace {

using nlohmann::json;

/// The value of a configuration's field; throws Error naming both where there is none.
const json& field_of(const std::string& configuration, const json& fields, const std::string& field) {
  if (!fields.is_object() || !fields.contains(field))
    throw Error(fmt::format("configuration '{:.80}' has no '{:.40}'", configuration, field));
  return fields.at(field);
}

std::optional<double> cost_of(const std::string& configuration, const json& fields) {
  const json& time = field_of(configuration, fields, "time");
  if (time.is_string()) return std::nullopt;
  if (!time.is_number() || !(time.get<double>() > 0) || !std::isfinite(time.get<double>()))
    throw Error(fmt::format("configuration '{:.80}' has the time {:.40}, neither a word nor above 0", configuration,
                            store::json_text(time)));
  return time.get<double>();
}

/// The values that an axis takes in the cache, in order.
std::vector<json> values_of(const json& cache, const std::string& axis) {
  std::vector<json> values;
  for (const auto& [configuration, fields] : cache.items()) values.push_back(field_of(configuration, fields, axis));
  std::ranges::sort(values);
  const auto again = std::ranges::unique(values);
  values.erase(again.begin(), again.end());
  return values;
}

RecordedSpace space_in(const json& file) {
  const auto keys = file.at("tune_params_keys").get<std::vector<std::string>>();
  const json& cache = file.at("cache");
  if (!cache.is_object()) throw Error("'cache' is not an object");
  std::vector<SearchAxis> axes;
  std::vector<std::vector<json>> values;  // of each axis
  for (const std::string& key : keys) {
    values.push_back(values_of(cache, key));
    axes.push_back({.values = static_cast<std::uint32_t>(values.back().size()),
                    .ordered = std::ranges::all_of(values.back(), [](const json& v) { return v.is_number(); })});
  }
  std::map<Point, RecordedSpace::Entry> entries;
  for (const auto& [configuration, fields] : cache.items()) {
    Point point;
    for (std::size_t a = 0; a < keys.size(); ++a)
      point.push_back(
          static_cast<std::uint32_t>(std::ranges::lower_bound(values[a], fields.at(keys[a])) - values[a].begin()));
    if (!entries.emplace(point, RecordedSpace::Entry{.cost = cost_of(configuration, fields)}).second)
      throw Error(fmt::format("configuration '{:.80}' has the same parameters as another", configuration));
  }
  if (std::ranges::none_of(entries, [](const auto& each) { return each.second.cost.has_value(); }))
    throw Error(entries.empty() ? "the cache is empty" : "every configuration failed");
  std::vector<Point> points;
  RecordedSpace recorded{.workload = {}, .space = {}, .entries = {}};
  for (auto& [point, entry] : entries) {
    points.push_back(point);
    recorded.entries.push_back(std::move(entry));
  }
  recorded.space = SearchSpace(std::move(axes), std::move(points));
  if (file.contains("device_name") && file["device_name"].is_string()) recorded.adapter = file["device_name"];
  return recorded;
}

}  // namespace

RecordedSpace parse_kernel_tuner_cache(std::string_view text, const std::filesystem::path& path) {
  try {
    RecordedSpace recorded = store::read_json([&] { return space_in(store::parse_json(text)); });
    recorded.workload = path.stem().string();
    return recorded;
  } catch (const std::exception& error) {
    throw Error(fmt::format("{}: not a cache file of Kernel Tuner to search: {}", path.string(), error.what()));
  }
}

}  // namespace modlab::tune
