#include "harness/tune/wire.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "harness/store/device_json.h"
#include "harness/store/json_text.h"
#include "harness/store/sampling_json.h"
#include "kernels/error.h"

namespace modlab {
namespace {

using nlohmann::json;

template <typename Table>
auto named_from(const Table& table, const json& from) {
  if (const auto value = value_in(table, from.get<std::string>())) return *value;
  throw Error(fmt::format("the worker sent '{}', which is unknown here", from.get<std::string>()));
}

// The statistics are left out: they follow from the samples.
json measurement_json(const Measurement& measurement) {
  return {{"samples_ns", measurement.samples_ns.values},
          {"blocks", measurement.samples_ns.blocks},
          {"drifted", measurement.drifted},
          {"stop", name_of(measurement.stop)}};
}

Measurement measurement_from(const json& from) {
  Measurement measurement;
  from.at("samples_ns").get_to(measurement.samples_ns.values);
  for (const json& block : from.at("blocks"))
    measurement.samples_ns.blocks.push_back(
        static_cast<std::uint32_t>(whole_number(block, std::numeric_limits<std::uint32_t>::max())));
  from.at("drifted").get_to(measurement.drifted);
  const std::size_t samples = measurement.samples_ns.values.size();
  if (samples == 0 || measurement.samples_ns.blocks.size() != samples || measurement.drifted.size() != samples)
    throw Error(fmt::format("the worker sent {} samples in {} blocks and {} drifts", samples,
                            measurement.samples_ns.blocks.size(), measurement.drifted.size()));
  measurement.stop = named_from(kStopNames, from.at("stop"));
  measurement.statistics = describe(counted_ns(measurement));
  return measurement;
}

json ratio_json(const PairedRatio& ratio) {
  return {{"blocks", ratio.blocks}, {"ratio", ratio.ratio}, {"log_error", ratio.log_error}, {"degrees", ratio.degrees}};
}

PairedRatio ratio_from(const json& from) {
  return {.blocks = whole_number(from.at("blocks")),
          .ratio = from.at("ratio"),
          .log_error = from.at("log_error"),
          .degrees = from.at("degrees")};
}

json estimate_json(const Estimate& estimate) {
  return {
      {"median", estimate.median}, {"low", estimate.ci.low}, {"high", estimate.ci.high}, {"blocks", estimate.blocks}};
}

Estimate estimate_from(const json& from) {
  return {
      .median = from.at("median"), .ci = {from.at("low"), from.at("high")}, .blocks = whole_number(from.at("blocks"))};
}

Variant variant_from(const json& from) { return parse_variant(from.get<std::string>()); }

}  // namespace

json to_wire(const Platform& platform) {
  json compilers = json::array();
  for (const CompilerTraits& compiler : platform.compilers) compilers.push_back(compiler_json(compiler));
  return {{"device", device_json(platform.device)}, {"compilers", compilers}, {"peer", platform.peer}};
}

Platform platform_from(const json& from) {
  Platform platform{.device = device_from(from.at("device")), .compilers = {}, .peer = from.at("peer")};
  for (const json& each : from.at("compilers")) {
    const auto compiler = compiler_from(each);
    if (!compiler) throw Error("the worker sent a compiler that is unknown here");
    platform.compilers.push_back(*compiler);
  }
  return platform;
}

json to_wire(const Clock& clock) {
  return {{"tick_ns", clock.tick_ns},
          {"step_ns", clock.step_ns},
          {"empty_pair_ns", clock.empty_pair_ns},
          {"shortest_batch_ns", clock.shortest_batch_ns}};
}

Clock clock_from(const json& from) {
  return {.tick_ns = from.at("tick_ns"),
          .step_ns = from.at("step_ns"),
          .empty_pair_ns = from.at("empty_pair_ns"),
          .shortest_batch_ns = from.at("shortest_batch_ns")};
}

json to_wire(const Assignment& assignment) {
  json text = {{"workload", name_of(assignment.workload)},
               {"seed", assignment.seed},
               {"mode", name_of(assignment.conditions.mode)},
               {"cache_bytes", assignment.conditions.cache_bytes},
               {"like", name_of(assignment.like)},
               {"sampling", sampling_json(assignment.sampling)},
               {"condemned", assignment.condemned}};
  if (assignment.next) text["next"] = name_of(*assignment.next);
  return text;
}

Assignment assignment_from(const json& from) {
  Assignment assignment{.workload = parse_legal_workload(from.at("workload").get<std::string>()),
                        .seed = whole_number(from.at("seed")),
                        .conditions = {.mode = named_from(kModeNames, from.at("mode")),
                                       .cache_bytes = whole_number(from.at("cache_bytes"))},
                        .sampling = sampling_from(from.at("sampling")),
                        .like = variant_from(from.at("like")),
                        .next = {}};
  if (from.contains("next")) assignment.next = parse_legal_workload(from.at("next").get<std::string>());
  from.at("condemned").get_to(assignment.condemned);
  return assignment;
}

json to_wire(const Candidate& candidate) {
  return {{"variant", name_of(candidate.variant)}, {"effort", candidate.effort}};
}

Candidate candidate_from(const json& from) {
  return {.variant = variant_from(from.at("variant")), .effort = from.at("effort")};
}

json to_wire(std::span<const Variant> variants) {
  json names = json::array();
  for (const Variant& variant : variants) names.push_back(name_of(variant));
  return names;
}

std::vector<Variant> variants_from(const json& from) {
  std::vector<Variant> variants;
  for (const json& name : from) variants.push_back(variant_from(name));
  return variants;
}

json to_wire(const std::vector<Finalist>& finalists) {
  json list = json::array();
  for (const Finalist& finalist : finalists)
    list.push_back({{"variant", name_of(finalist.variant)}, {"screened_ns", finalist.screened_ns}});
  return list;
}

json to_wire(const ConfirmationRule& rule) {
  return {
      {"limit_s", rule.limit_s}, {"sampling", sampling_json(rule.sampling)}, {"all", rule.all}, {"brief", rule.brief}};
}

ConfirmationRule confirmation_rule_from(const json& from) {
  return {.limit_s = from.at("limit_s"),
          .sampling = sampling_from(from.at("sampling")),
          .all = from.at("all"),
          .brief = from.at("brief")};
}

std::vector<Finalist> finalists_from(const json& from) {
  std::vector<Finalist> finalists;
  for (const json& finalist : from)
    finalists.push_back({variant_from(finalist.at("variant")), finalist.at("screened_ns").get<double>()});
  return finalists;
}

json to_wire(const Evaluation& evaluation) {
  json text = {{"variant", name_of(evaluation.variant)},
               {"status", name_of(evaluation.status)},
               {"detail", evaluation.detail},
               {"findings", texts_of(evaluation.findings)}};
  if (evaluation.measurement) text["measurement"] = measurement_json(*evaluation.measurement);
  if (evaluation.roofline_gbps) text["roofline_gbps"] = *evaluation.roofline_gbps;
  return text;
}

Evaluation evaluation_from(const json& from) {
  Evaluation evaluation;
  evaluation.variant = variant_from(from.at("variant"));
  evaluation.status = named_from(kStatusNames, from.at("status"));
  from.at("detail").get_to(evaluation.detail);
  evaluation.findings = findings_of(from.at("findings"));
  if (const auto measurement = from.find("measurement"); measurement != from.end())
    evaluation.measurement = measurement_from(*measurement);
  if (const auto roofline = from.find("roofline_gbps"); roofline != from.end())
    evaluation.roofline_gbps = roofline->get<double>();
  return evaluation;
}

json to_wire(const Confirmation& confirmation) {
  json outcomes = json::array();
  for (const Confirmation::Outcome& outcome : confirmation.outcomes) {
    outcomes.push_back({{"status", name_of(outcome.status)}, {"detail", outcome.detail}, {"tie", outcome.tie}});
    if (outcome.race) outcomes.back()["race"] = measurement_json(*outcome.race);
    if (outcome.figures) outcomes.back()["figures"] = measurement_json(*outcome.figures);
    if (outcome.per_pilot) outcomes.back()["per_pilot"] = ratio_json(*outcome.per_pilot);
  }
  json text = {{"outcomes", outcomes},
               {"unsettled", confirmation.unsettled},
               {"aa_variant", confirmation.aa_variant},
               {"aa", ratio_json(confirmation.aa)},
               {"roofline_gbps", confirmation.roofline_gbps},
               {"packed_gbps", confirmation.packed_gbps},
               {"pilot", estimate_json(confirmation.pilot)}};
  if (confirmation.arithmetic_pilot) text["arithmetic_pilot"] = estimate_json(*confirmation.arithmetic_pilot);
  if (confirmation.launch_floor) text["launch_floor"] = estimate_json(*confirmation.launch_floor);
  return text;
}

Confirmation confirmation_from(const json& from) {
  Confirmation confirmation;
  for (const json& outcome : from.at("outcomes")) {
    confirmation.outcomes.push_back({.status = named_from(kStatusNames, outcome.at("status")),
                                     .detail = outcome.at("detail"),
                                     .tie = outcome.at("tie")});
    if (outcome.contains("race")) confirmation.outcomes.back().race = measurement_from(outcome.at("race"));
    if (outcome.contains("figures")) confirmation.outcomes.back().figures = measurement_from(outcome.at("figures"));
    if (outcome.contains("per_pilot")) confirmation.outcomes.back().per_pilot = ratio_from(outcome.at("per_pilot"));
  }
  from.at("unsettled").get_to(confirmation.unsettled);
  from.at("aa_variant").get_to(confirmation.aa_variant);
  confirmation.aa = ratio_from(from.at("aa"));
  from.at("roofline_gbps").get_to(confirmation.roofline_gbps);
  from.at("packed_gbps").get_to(confirmation.packed_gbps);
  confirmation.pilot = estimate_from(from.at("pilot"));
  if (from.contains("arithmetic_pilot")) confirmation.arithmetic_pilot = estimate_from(from.at("arithmetic_pilot"));
  if (from.contains("launch_floor")) confirmation.launch_floor = estimate_from(from.at("launch_floor"));
  return confirmation;
}

json to_wire(const VariantFailure& failure) {
  return {{"failure", name_of(failure.status())}, {"detail", failure.what()}, {"kernel", failure.kernel()}};
}

VariantFailure failure_from(const json& from) {
  return {named_from(kStatusNames, from.at("failure")), from.at("detail").get<std::string>(),
          from.at("kernel").get<std::string>()};
}

json to_wire(const Ledger& ledger) {
  return {ledger.seconds(Activity::compile), ledger.seconds(Activity::verify), ledger.seconds(Activity::measure)};
}

Ledger ledger_from(const json& from) {
  Ledger ledger;
  ledger.add(Activity::compile, from.at(0));
  ledger.add(Activity::verify, from.at(1));
  ledger.add(Activity::measure, from.at(2));
  return ledger;
}

}  // namespace modlab
