#include "harness/analysis/context_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/analysis/recorded_call.h"
#include "harness/system/shell_line.h"

namespace modlab::analysis {
namespace {

std::string known(const std::string& text) { return text.empty() ? "unknown" : text; }
std::string yes_no(bool value) { return value ? "yes" : "no"; }
std::string nanoseconds(double ns) { return ns > 0 ? fmt::format("{:.6g} ns", ns) : "unknown"; }

std::string memory(std::uint64_t bytes) {
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  return bytes == 0 ? "unknown" : fmt::format("{:.1f} GiB", static_cast<double>(bytes) / kGiB);
}

std::string wave_lanes(const DeviceTraits& device) {
  if (!device.wave_ops) return "no wave operations";
  if (device.wave_lanes_min == device.wave_lanes_max) return fmt::to_string(device.wave_lanes_min);
  return fmt::format("{} to {}", device.wave_lanes_min, device.wave_lanes_max);
}

/// For readers of a report too, who may have any shell.
std::string line_of(const std::vector<std::string>& words) {
  return shell_line(words, Shell::any)
      .value_or("has characters that no line can hold for every shell; see the run's .json");
}

/// How to measure the same, without what names files and libraries, so that nobody pastes a stranger's.
std::string command_of(const RecordedCall& call) {
  if (call.choices.empty()) return {};
  std::vector<std::string> words{"modlab"};
  std::ranges::copy(call.choices, std::back_inserter(words));
  return line_of(words);
}

std::string others_of(const RecordedCall& call) {
  std::vector<std::string> words;
  for (const RecordedCall::Option& option : call.others) std::ranges::move(words_of(option), std::back_inserter(words));
  return line_of(words);
}

}  // namespace

FactGroup device_facts(const DeviceTraits& device) {
  return {"Device",
          {{"adapter", known(device.adapter)},
           {"driver", known(device.driver)},
           {"D3D12", known(device.implementation)},
           {"memory", memory(device.memory_bytes)},
           {"shader model", name_of(device.highest_shader_model)},
           {"wave lanes", wave_lanes(device)},
           {"native 16-bit", yes_no(device.native_16bit)}}};
}

std::vector<FactGroup> context_facts(const store::RunContext& context) {
  const std::uint64_t timestamp_hz = context.device.timestamp_hz;
  FactGroup device = device_facts(context.device);
  device.facts.push_back({"compiler", known(context.compiler_version)});
  device.facts.push_back({"power policy", known(context.power_policy)});
  const RecordedCall call = recorded_call(context);
  FactGroup run{"Run",
                {{"name", known(context.run)},
                 {"command", known(command_of(call))},
                 {"started", known(context.started)},
                 {"finished", context.finished.empty() ? "not yet" : context.finished},
                 {"strategy", known(context.strategy)},
                 {"mode", known(context.mode)},
                 {"seed", fmt::to_string(context.seed)},
                 {"revision", known(context.revision)},
                 {"host", known(context.host)}}};
  if (!call.others.empty()) run.facts.push_back({"its files", others_of(call)});
  return {
      std::move(run),
      std::move(device),
      {"Clock",
       {{"timestamps",
         timestamp_hz == 0 ? "unknown" : fmt::format("{:.6g} MHz", static_cast<double>(timestamp_hz) / 1e6)},
        {"tick", nanoseconds(context.clock_tick_ns)},
        {"smallest step", nanoseconds(context.clock_step_ns)},
        {"empty pair", nanoseconds(context.empty_pair_ns)}}},
  };
}

std::string noise_floor(const store::WorkloadContext& workload) {
  if (workload.aa_variant.empty()) return {};
  return fmt::format("{:.2f} %", 100 * store::noise_floor_share(workload));
}

std::string aa_difference(const store::WorkloadContext& workload) {
  if (workload.aa_variant.empty()) return {};
  const auto percent = [](double ratio) { return (ratio - 1) * 100; };
  return fmt::format("{:+.2f} % ({:+.2f} to {:+.2f})", percent(workload.aa_ratio), percent(workload.aa_low),
                     percent(workload.aa_high));
}

}  // namespace modlab::analysis
