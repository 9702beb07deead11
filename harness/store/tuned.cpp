#include "harness/store/tuned.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "harness/store/json_text.h"
#include "harness/system/file.h"
#include "harness/system/file_lock.h"
#include "kernels/error.h"

namespace modlab::store {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TunedKey, adapter, driver, implementation, op, dtype, layout, placement, data_set,
                                   size_bucket, accuracy, mode, kernel)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TunedConfiguration, key, variant, ties, workload, median_ns, ci_low_ns, ci_high_ns,
                                   gbps, roofline_pct, run, utc)

namespace {

using nlohmann::json;

constexpr std::string_view kFormat = "modlab tuned configurations";

/// A named part of the key, and how much worse a variant tuned for another value is likely to be.
struct Part {
  std::string_view name;
  std::string TunedKey::*value;
  double weight;
};
// From what matters most to what matters least; the unit is a size ten times as large or small.
constexpr std::array<Part, 10> kParts{{
    {"adapter", &TunedKey::adapter, 1000},
    {"accuracy", &TunedKey::accuracy, 500},
    {"type", &TunedKey::dtype, 60},
    {"implementation", &TunedKey::implementation, 50},
    {"layout", &TunedKey::layout, 20},
    {"placement", &TunedKey::placement, 10},
    {"mode", &TunedKey::mode, 8},
    {"driver", &TunedKey::driver, 5},
    {"data set", &TunedKey::data_set, 4},
    {"operator", &TunedKey::op, 2},
}};
/// Added where the elements are also of another size, which changes what a vector holds.
constexpr double kOtherWidth = 40;

/// In bytes; 0 of a type that is not known here.
std::uint64_t width_of(std::string_view dtype) {
  const auto type = value_in(kDataTypeNames, dtype);
  return type ? bytes_of(*type) : 0;
}

TunedKey make_key(const DeviceTraits& device, const WorkloadFields& fields, std::uint64_t bytes,
                  std::string_view accuracy, std::string_view mode) {
  return {.adapter = device.adapter,
          .driver = device.driver,
          .implementation = device.implementation,
          .op = fields.op,
          .dtype = fields.dtype,
          .layout = fields.layout,
          .placement = fields.placement,
          .data_set = fields.data_set,
          .size_bucket = static_cast<std::uint32_t>(std::bit_width(std::max<std::uint64_t>(bytes, 1)) - 1),
          .accuracy = std::string(accuracy),
          .mode = std::string(mode)};
}

}  // namespace

TunedKey tuned_key(const DeviceTraits& device, const Workload& workload, std::string_view accuracy,
                   std::string_view mode) {
  return make_key(device, workload.fields, workload.tensor_bytes, accuracy, mode);
}

TunedKey tuned_key(const DeviceTraits& device, const Row& row) {
  const std::uint64_t bytes =
      row.dtype.empty() ? row.bytes.value_or(1) : element_count(parse_shape(row.shape)) * width_of(row.dtype);
  return make_key(device, fields_of(row), bytes, row.accuracy, row.mode);
}

std::vector<TunedConfiguration> tuned_configurations(const std::vector<Row>& rows, const RunContext& context) {
  std::vector<TunedConfiguration> found;
  const auto competes = [](const Row& row, const Row& best) {
    return row.accuracy == best.accuracy && row.mode == best.mode && row.adapter == best.adapter &&
           workload_of(row) == workload_of(best);
  };
  const auto add = [&](const Row& best) {
    const std::string workload = workload_of(best);
    TunedConfiguration configuration{.key = tuned_key(part_on(context, best.adapter).device, best),
                                     .variant = best.variant,
                                     .ties = {},
                                     .workload = workload,
                                     .median_ns = best.median_ns.value_or(0),
                                     .ci_low_ns = best.ci_low_ns.value_or(0),
                                     .ci_high_ns = best.ci_high_ns.value_or(0),
                                     .gbps = best.gbps.value_or(0),
                                     .roofline_pct = best.roofline_pct.value_or(0),
                                     .run = best.run,
                                     .utc = best.utc};
    configuration.key.kernel = family_of(best.variant);
    for (const Row& row : rows)
      if (row.tie == "yes" && competes(row, best) && family_of(row.variant) == configuration.key.kernel &&
          row.variant != best.variant)
        configuration.ties.push_back(row.variant);
    found.push_back(std::move(configuration));
  };
  for (const Row& best : rows) {
    if (best.tie != "best" || best.accuracy == name_of(Accuracy::peer)) continue;
    add(best);
    if (found.back().key.kernel.empty()) continue;
    const Row* built_in = nullptr;
    for (const Row& row : rows)
      if (row.median_ns && row.status == "ok" && competes(row, best) && family_of(row.variant).empty() &&
          (built_in == nullptr || *row.median_ns < *built_in->median_ns))
        built_in = &row;
    if (built_in != nullptr) add(*built_in);
  }
  return found;
}

std::vector<TunedConfiguration> read_tuned(const std::filesystem::path& path) {
  const auto text = read_text_if_there(path);
  if (!text) return {};
  try {
    return parse_tuned(*text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: not a database of tuned configurations: {}", path.string(), error.what()));
  }
}

std::string tuned_text(const std::vector<TunedConfiguration>& configurations) {
  return json_text({{"format", kFormat}, {"configurations", configurations}}, 1) + '\n';
}

std::vector<TunedConfiguration> parse_tuned(std::string_view text) {
  return read_json([&] {
    json database = with_names_in_a_line(parse_json(text));
    if (database.at("format") != kFormat) throw Error("another format");
    // Files of earlier versions have the mode beside the key.
    for (json& each : database.at("configurations")) {
      if (!each.at("key").contains("mode")) each["key"]["mode"] = each.at("mode");
      if (!each.at("key").contains("kernel")) each["key"]["kernel"] = "";
      constexpr int kMaxBucket = std::numeric_limits<std::uint64_t>::digits - 1;
      static_cast<void>(whole_number(each.at("key").at("size_bucket"), kMaxBucket));
    }
    return database.at("configurations").get<std::vector<TunedConfiguration>>();
  });
}

void check_tuned(const std::filesystem::path& path) {
  static_cast<void>(read_tuned(path));
  check_creatable(path);
}

bool merge_tuned(const std::filesystem::path& path, const std::vector<TunedConfiguration>& news,
                 const std::string& now) {
  if (news.empty()) return false;
  const std::filesystem::path target = link_target(path);
  std::error_code error;  // taking the lock says what is wrong
  if (target.has_parent_path()) std::filesystem::create_directories(target.parent_path(), error);
  const FileLock lock = FileLock::take(target);
  std::vector<TunedConfiguration> all = read_tuned(path);
  const auto believable = [&](const std::string& utc) { return utc <= now ? utc : std::string(); };  // ISO 8601
  bool changes = false;
  for (const TunedConfiguration& configuration : news) {
    const auto old = std::ranges::find(all, configuration.key, &TunedConfiguration::key);
    if (old != all.end() && believable(old->utc) > believable(configuration.utc)) continue;
    if (old == all.end())
      all.push_back(configuration);
    else
      *old = configuration;
    changes = true;
  }
  if (changes) replace_file(path, tuned_text(all));
  return changes;
}

double distance(const TunedKey& x, const TunedKey& y) {
  double sum = std::abs(static_cast<double>(x.size_bucket) - static_cast<double>(y.size_bucket)) * std::log10(2.0);
  for (const Part& part : kParts)
    if (x.*part.value != y.*part.value) sum += part.weight;
  if (width_of(x.dtype) != width_of(y.dtype)) sum += kOtherWidth;
  return sum;
}

std::vector<TunedConfiguration> nearest_first(std::vector<TunedConfiguration> known, const TunedKey& to) {
  std::ranges::stable_sort(
      known, {}, [&](const TunedConfiguration& each) { return std::pair(distance(to, each.key), -each.gbps); });
  return known;
}

std::string differences(const TunedKey& asked, const TunedKey& found) {
  std::string text;
  const auto add = [&](const std::string& words) { text.append(text.empty() ? "" : ", ").append(words); };
  for (const Part& part : kParts)
    if (asked.*part.value != found.*part.value) add(fmt::format("{} {}", part.name, found.*part.value));
  if (asked.size_bucket != found.size_bucket)
    add(fmt::format("tensors of {} KiB", std::ldexp(1.0, static_cast<int>(found.size_bucket) - 10)));
  return text;
}

}  // namespace modlab::store
