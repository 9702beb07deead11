#include "harness/store/kernel_trial.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "kernels/error.h"

namespace modlab {
namespace {

using nlohmann::json;

json estimate_json(const Estimate& estimate) {
  return {{"median", estimate.median}, {"low", estimate.ci.low}, {"high", estimate.ci.high}};
}

Estimate estimate_from(const json& from) {
  return {.median = from.at("median"), .ci = {from.at("low"), from.at("high")}};
}

json figures_json(const KernelTrial::Figures& figures) {
  json to = {{"ns", estimate_json(figures.ns)},
             {"rival_ns", estimate_json(figures.rival_ns)},
             {"ratio", {{"ratio", figures.ratio}, {"low", figures.ratio_ci.low}, {"high", figures.ratio_ci.high}}},
             {"verdict", name_of(figures.verdict)},
             {"gbps", figures.gbps},
             {"roofline_pct", figures.roofline_pct}};
  if (!figures.unclear.empty()) to["unclear"] = figures.unclear;
  return to;
}

KernelTrial::Figures figures_from(const json& from) {
  const auto verdict = value_in(kVerdictNames, from.at("verdict").get<std::string>());
  if (!verdict) throw Error("an unknown verdict");
  const json& ratio = from.at("ratio");
  return {.ns = estimate_from(from.at("ns")),
          .rival_ns = estimate_from(from.at("rival_ns")),
          .ratio = ratio.at("ratio"),
          .ratio_ci = {ratio.at("low"), ratio.at("high")},
          .verdict = *verdict,
          .unclear = from.value("unclear", std::string()),
          .gbps = from.at("gbps"),
          .roofline_pct = from.at("roofline_pct")};
}

InstructionsByName instructions_from(const json& from) {
  InstructionsByName instructions;
  for (const auto& [name, count] : from.items()) instructions[name] = whole_number(count);
  return instructions;
}

KernelTrial trial_from(const json& from) {
  KernelTrial trial{.save = whole_number(from.at("save")),
                    .kernel = from.at("kernel"),
                    .variant = from.at("variant"),
                    .status = from.at("status"),
                    .detail = from.at("detail"),
                    .tried = whole_number(from.at("tried")),
                    .variants = whole_number(from.at("variants")),
                    .seconds = from.at("seconds"),
                    .instructions = instructions_from(from.at("instructions"))};
  if (const auto figures = from.find("figures"); figures != from.end()) trial.figures = figures_from(*figures);
  return trial;
}

}  // namespace

std::uint64_t total_of(const InstructionsByName& instructions) {
  std::uint64_t count = 0;
  for (const auto& [name, each] : instructions) count += each;
  return count;
}

std::string json_line(const KernelRival& rival) {
  return json_text({{"rival", rival.variant},
                    {"workload", rival.workload},
                    {"adapter", rival.adapter},
                    {"instructions", rival.instructions}});
}

std::string json_line(const KernelTrial& trial) {
  json text = {{"save", trial.save},         {"kernel", trial.kernel},   {"variant", trial.variant},
               {"status", trial.status},     {"detail", trial.detail},   {"tried", trial.tried},
               {"variants", trial.variants}, {"seconds", trial.seconds}, {"instructions", trial.instructions}};
  if (trial.figures) text["figures"] = figures_json(*trial.figures);
  return json_text(text);
}

std::variant<KernelRival, KernelTrial> parse_trial(std::string_view line) {
  try {
    return read_json([&]() -> std::variant<KernelRival, KernelTrial> {
      const json from = parse_json(line);
      if (!from.contains("rival")) return trial_from(from);
      return KernelRival{.workload = from.at("workload"),
                         .adapter = from.at("adapter"),
                         .variant = from.at("rival"),
                         .instructions = instructions_from(from.at("instructions"))};
    });
  } catch (const Error& error) {
    throw Error(fmt::format("not a line of `modlab kernel try --json`: {}", error.what()));
  }
}

}  // namespace modlab
