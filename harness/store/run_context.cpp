#include "harness/store/run_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/store/device_json.h"
#include "harness/store/journal.h"
#include "harness/store/json_text.h"
#include "harness/store/kernel_json.h"
#include "harness/store/sampling_json.h"
#include "harness/system/file.h"
#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab {

// Contexts of earlier versions lack what came later.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TimeSpent, compile, verify, measure, other)

namespace {

using nlohmann::json;

void set_estimate(json& to, const std::string& name, const Estimate& estimate) {
  to[name + "_ns"] = estimate.median;
  to[name + "_low_ns"] = estimate.ci.low;
  to[name + "_high_ns"] = estimate.ci.high;
  to[name + "_blocks"] = estimate.blocks;
}

/// Contexts of earlier versions have no interval of it.
Estimate estimate_in(const json& from, const std::string& name) {
  const double median = from.value(name + "_ns", 0.0);
  return {.median = median,
          .ci = {from.value(name + "_low_ns", median), from.value(name + "_high_ns", median)},
          .blocks = whole_number(from, name + "_blocks", 0)};
}

json workload_json(const WorkloadContext& workload) {
  json text = {
      {"workload", workload.workload}, {"aa_variant", workload.aa_variant},   {"aa_ratio", workload.aa_ratio},
      {"aa_low", workload.aa_low},     {"aa_high", workload.aa_high},         {"aa_verdict", workload.aa_verdict},
      {"space", workload.space},       {"unconfirmed", workload.unconfirmed}, {"unsettled", workload.unsettled},
      {"drifted", workload.drifted},   {"faults", workload.faults},           {"run", workload.run}};
  set_estimate(text, "pilot", workload.pilot);
  set_estimate(text, "arithmetic_pilot", workload.arithmetic_pilot);
  set_estimate(text, "launch_floor", workload.launch_floor);
  return text;
}

WorkloadContext workload_from(const json& from) {
  WorkloadContext workload;
  workload.workload = from.value("workload", workload.workload);
  workload.aa_variant = from.value("aa_variant", workload.aa_variant);
  workload.aa_ratio = from.value("aa_ratio", workload.aa_ratio);
  workload.aa_low = from.value("aa_low", workload.aa_low);
  workload.aa_high = from.value("aa_high", workload.aa_high);
  workload.aa_verdict = from.value("aa_verdict", workload.aa_verdict);
  workload.space = whole_number(from, "space", workload.space);
  workload.unconfirmed = from.value("unconfirmed", workload.unconfirmed);
  workload.unsettled = from.value("unsettled", workload.unsettled);
  workload.drifted = whole_number(from, "drifted", workload.drifted);
  workload.faults = from.value("faults", workload.faults);
  workload.run = from.value("run", workload.run);
  workload.pilot = estimate_in(from, "pilot");
  workload.arithmetic_pilot = estimate_in(from, "arithmetic_pilot");
  workload.launch_floor = estimate_in(from, "launch_floor");
  return workload;
}

json context_json(const RunContext& context) {
  json parts = json::array();
  for (const RunContext& part : context.parts) parts.push_back(context_json(part));
  json kernels = json::array();
  for (const KernelFile* kernel : context.kernels) kernels.push_back(kernel_json(*kernel));
  json compilers = json::array();
  for (const CompilerTraits& compiler : context.compilers) compilers.push_back(compiler_json(compiler));
  json workloads = json::array();
  for (const WorkloadContext& workload : context.workloads) workloads.push_back(workload_json(workload));
  return {{"run", context.run},
          {"command", context.command},
          {"started", context.started},
          {"finished", context.finished},
          {"revision", context.revision},
          {"host", context.host},
          {"seed", context.seed},
          {"strategy", context.strategy},
          {"transfer", context.transfer},
          {"resumed", context.resumed},
          {"planned", context.planned},
          {"filter", context.filter},
          {"shard", context.shard},
          {"mode", context.mode},
          {"power_policy", context.power_policy},
          {"device", device_json(context.device)},
          {"compiler_version", context.compiler_version},
          {"peer", context.peer},
          {"kernels", std::move(kernels)},
          {"fused_mad", context.fused_mad},
          {"exact_half", context.exact_half},
          {"exact_bytes", context.exact_bytes},
          {"compilers", std::move(compilers)},
          {"clock_tick_ns", context.clock_tick_ns},
          {"clock_step_ns", context.clock_step_ns},
          {"empty_pair_ns", context.empty_pair_ns},
          {"cache_bytes", context.cache_bytes},
          {"spent_s", context.spent},
          {"sampling", sampling_json(context.sampling)},
          {"workloads", std::move(workloads)},
          {"merged", context.merged},
          {"parts", std::move(parts)}};
}

/// Contexts of earlier versions have the words joined by blanks.
std::vector<std::string> command_from(const json& from) {
  if (!from.is_string()) return from.get<std::vector<std::string>>();
  const auto text = from.get<std::string>();
  const std::vector<std::string_view> words = split_words(text);
  return {words.begin(), words.end()};
}

RunContext context_from(const json& from) {
  RunContext context;
  from.at("run").get_to(context.run);
  context.command = command_from(from.at("command"));
  from.at("started").get_to(context.started);
  from.at("finished").get_to(context.finished);
  from.at("revision").get_to(context.revision);
  from.at("host").get_to(context.host);
  context.seed = whole_number(from.at("seed"));
  from.at("strategy").get_to(context.strategy);
  context.transfer = from.value("transfer", false);  // contexts of earlier versions do not say: they did not
  context.resumed = from.value("resumed", context.resumed);
  context.planned = from.value("planned", context.planned);
  context.filter = from.value("filter", context.filter);
  context.shard = from.value("shard", context.shard);
  from.at("mode").get_to(context.mode);
  from.at("power_policy").get_to(context.power_policy);
  context.device = device_from(from.at("device"));
  from.at("compiler_version").get_to(context.compiler_version);
  context.peer = from.value("peer", std::string());  // contexts of earlier versions do not say
  // Known from now on: the rows name variants of them.
  for (const json& kernel : from.value("kernels", json::array()))
    context.kernels.push_back(&recall_kernel(kernel_from(kernel)));
  context.fused_mad = from.value("fused_mad", false);
  context.exact_half = from.value("exact_half", false);
  context.exact_bytes = from.value("exact_bytes", true);
  for (const json& each : from.value("compilers", json::array()))
    if (const auto compiler = compiler_from(each)) context.compilers.push_back(*compiler);
  context.clock_tick_ns = from.value("clock_tick_ns", 0.0);
  context.clock_step_ns = from.value("clock_step_ns", 0.0);
  context.empty_pair_ns = from.value("empty_pair_ns", 0.0);
  context.cache_bytes = whole_number(from, "cache_bytes", 0);
  context.spent = from.value("spent_s", TimeSpent{});
  context.sampling = sampling_from(from.value("sampling", json::object()));
  for (const json& workload : from.at("workloads")) context.workloads.push_back(workload_from(workload));
  context.merged = from.value("merged", context.merged);
  for (const json& part : from.value("parts", json::array())) context.parts.push_back(context_from(part));
  return context;
}

}  // namespace

std::span<const RunContext> parts_of(const RunContext& context) {
  return context.parts.empty() ? std::span(&context, 1) : std::span(context.parts);
}

const RunContext& part_on(const RunContext& context, std::string_view adapter) {
  const auto name_of_adapter = [](const RunContext& each) -> const std::string& { return each.device.adapter; };
  const auto part = std::ranges::find(context.parts, adapter, name_of_adapter);
  return part == context.parts.end() ? context : *part;
}

double noise_floor_share(const WorkloadContext& workload) {
  if (workload.aa_variant.empty()) return 0;
  return std::max(std::abs(workload.aa_low - 1), std::abs(workload.aa_high - 1));
}

std::string text_of(const SamplingRule& sampling) {
  return fmt::format("--precision {:g}% --min-samples {} --max-time-per-variant {:g}s --rounds {}",
                     100 * sampling.precision, sampling.min_samples, sampling.max_time_per_variant_s, sampling.rounds);
}

void write_context(const std::filesystem::path& journal, const RunContext& context) {
  replace_file(context_path(journal), context_text(context));
}

RunContext read_context(const std::filesystem::path& journal) {
  const std::filesystem::path path = context_path(journal);
  const std::string text = read_text(path);
  if (text.find_first_not_of('\0') == std::string::npos)
    throw Error(
        fmt::format("{}: is empty, as a power cut may leave it; the rows are in {}", path.string(), journal.string()));
  try {
    return parse_context(text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: not a run context: {}", path.string(), error.what()));
  }
}

std::string context_text(const RunContext& context) {
  return json_text(without_unknown(context_json(context)), 2) + '\n';
}

RunContext parse_context(std::string_view text) {
  return read_json([&] { return context_from(with_names_in_a_line(without_unknown(parse_json(text)))); });
}

}  // namespace modlab
