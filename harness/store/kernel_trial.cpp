#include "harness/store/kernel_trial.h"

#include <fmt/format.h>

#include "harness/store/fields.h"
#include "kernels/error.h"

namespace modlab::store {
namespace {

using nlohmann::json;

json estimate_json(const statistics::Estimate& estimate) {
  return {{"median", estimate.median}, {"low", estimate.ci.low}, {"high", estimate.ci.high}};
}

statistics::Estimate estimate_from(const json& from) {
  return {.median = from.at("median"), .ci = {from.at("low"), from.at("high")}};
}

}  // namespace

template <>
struct Codec<KernelTrial::Figures> {
  static json write(const KernelTrial::Figures& figures) {
    json to = {{"ns", estimate_json(figures.ns)},
               {"rival_ns", estimate_json(figures.rival_ns)},
               {"ratio", {{"ratio", figures.ratio}, {"low", figures.ratio_ci.low}, {"high", figures.ratio_ci.high}}},
               {"verdict", statistics::name_of(figures.verdict)},
               {"gbps", figures.gbps},
               {"roofline_pct", figures.roofline_pct}};
    if (!figures.unclear.empty()) to["unclear"] = figures.unclear;
    return to;
  }
  static void read(KernelTrial::Figures& figures, const json& from) {
    const auto verdict = value_in(statistics::kVerdictNames, from.at("verdict").get<std::string>());
    if (!verdict) throw Error("an unknown verdict");
    const json& ratio = from.at("ratio");
    figures = {.ns = estimate_from(from.at("ns")),
               .rival_ns = estimate_from(from.at("rival_ns")),
               .ratio = ratio.at("ratio"),
               .ratio_ci = {ratio.at("low"), ratio.at("high")},
               .verdict = *verdict,
               .unclear = from.value("unclear", std::string()),
               .gbps = from.at("gbps"),
               .roofline_pct = from.at("roofline_pct")};
  }
};

template <>
struct Codec<InstructionsByName> {
  static json write(const InstructionsByName& instructions) { return instructions; }
  static void read(InstructionsByName& instructions, const json& from) {
    for (const auto& [name, count] : from.items()) instructions[name] = whole_number(count);
  }
};

template <>
inline constexpr auto kFields<KernelRival> =
    std::array{field<&KernelRival::workload>("workload"), field<&KernelRival::adapter>("adapter"),
               field<&KernelRival::variant>("rival"), field<&KernelRival::instructions>("instructions")};

template <>
inline constexpr auto kFields<KernelTrial> = std::array{field<&KernelTrial::save>("save"),
                                                        field<&KernelTrial::kernel>("kernel"),
                                                        field<&KernelTrial::variant>("variant"),
                                                        field<&KernelTrial::status>("status"),
                                                        field<&KernelTrial::detail>("detail"),
                                                        field<&KernelTrial::tried>("tried"),
                                                        field<&KernelTrial::variants>("variants"),
                                                        field<&KernelTrial::seconds>("seconds"),
                                                        field<&KernelTrial::instructions>("instructions"),
                                                        maybe<&KernelTrial::figures>("figures")};

std::uint64_t total_of(const InstructionsByName& instructions) {
  std::uint64_t count = 0;
  for (const auto& [name, each] : instructions) count += each;
  return count;
}

std::string json_line(const KernelRival& rival) { return json_text(json_of(rival)); }

std::string json_line(const KernelTrial& trial) { return json_text(json_of(trial)); }

std::variant<KernelRival, KernelTrial> parse_trial(std::string_view line) {
  try {
    return read_json([&]() -> std::variant<KernelRival, KernelTrial> {
      const json from = parse_json(line);
      if (from.contains("rival")) return value_from<KernelRival>(from);
      return value_from<KernelTrial>(from);
    });
  } catch (const Error& error) {
    throw Error(fmt::format("not a line of `modlab kernel try --json`: {}", error.what()));
  }
}

}  // namespace modlab::store
