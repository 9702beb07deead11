#include "harness/report/merge_contexts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab {
namespace {

/// What runs must have in common, as text.
struct Fact {
  std::string_view plural;
  std::string value;
};

std::array<Fact, 2> facts_of_sweep(const RunContext& context) {
  return {Fact{"seeds", fmt::to_string(context.seed)}, Fact{"modes", context.mode}};
}

std::array<Fact, 7> facts_of_adapter(const RunContext& context) {
  return {Fact{"drivers", context.device.driver},
          Fact{"D3D12 implementations", context.device.implementation},
          Fact{"compiler versions", context.compiler_version},
          Fact{"git revisions", context.revision},
          Fact{"power policies", context.power_policy},
          Fact{"cache sizes", fmt::to_string(context.cache_bytes)},
          Fact{"sampling options", text_of(context.sampling)}};
}

template <typename Facts>
void refuse_different(const Facts& x, const std::string& x_path, const Facts& y, const std::string& y_path,
                      const std::string& where) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i].value != y[i].value)
      throw Error(fmt::format("{} and {} have different {}{}, '{}' and '{}'", x_path, y_path, x[i].plural, where,
                              x[i].value, y[i].value));
}

/// The parts of all journals that ran on one adapter.
struct AdapterSources {
  std::string adapter;
  std::vector<ContextSource> sources;
};

/// In the order in which adapters first appear. A merged journal counts as the parts it was merged from.
std::vector<AdapterSources> by_adapter(std::span<const ContextSource> sources) {
  std::vector<AdapterSources> all;
  for (const ContextSource& source : sources)
    for (const RunContext& part : parts_of(*source.context)) {
      auto known = std::ranges::find(all, part.device.adapter, &AdapterSources::adapter);
      if (known == all.end()) known = all.insert(known, {part.device.adapter, {}});
      known->sources.push_back({source.path, &part});
    }
  return all;
}

/// The distinct values, joined; nearly always there is one.
std::string joined(std::span<const ContextSource> sources, std::string RunContext::*field, std::string_view separator) {
  std::vector<std::string> values;
  for (const ContextSource& source : sources)
    if (std::ranges::find(values, source.context->*field) == values.end()) values.push_back(source.context->*field);
  return fmt::format("{}", fmt::join(values, separator));
}

std::string first_started(std::span<const ContextSource> sources) {
  return std::ranges::min(sources, {}, [](const ContextSource& each) { return each.context->started; })
      .context->started;
}

/// Empty, as in any unfinished run, where one of them is unfinished.
std::string last_finished(std::span<const ContextSource> sources) {
  std::string last = sources.front().context->finished;
  for (const ContextSource& source : sources) {
    if (source.context->finished.empty()) return {};
    last = std::max(last, source.context->finished);
  }
  return last;
}

std::vector<std::string> names_of(std::span<const ContextSource> sources) {
  std::vector<std::string> names;
  for (const ContextSource& source : sources) {
    const std::vector<std::string>& earlier = source.context->merged;
    if (earlier.empty())
      names.push_back(path_of(source.path).filename().string());
    else
      names.insert(names.end(), earlier.begin(), earlier.end());
  }
  return names;
}

/// The fields they share, and the sums.
RunContext joined_context(std::span<const ContextSource> sources) {
  RunContext merged;
  merged.started = first_started(sources);
  merged.finished = last_finished(sources);
  merged.revision = joined(sources, &RunContext::revision, ", ");
  merged.host = joined(sources, &RunContext::host, "; ");
  merged.seed = sources.front().context->seed;
  merged.strategy = joined(sources, &RunContext::strategy, ", ");
  merged.filter = joined(sources, &RunContext::filter, "; ");
  merged.shard = joined(sources, &RunContext::shard, ", ");
  merged.mode = sources.front().context->mode;
  merged.power_policy = joined(sources, &RunContext::power_policy, ", ");
  merged.compiler_version = joined(sources, &RunContext::compiler_version, ", ");
  merged.merged = names_of(sources);
  for (const auto& [path, context] : sources) {
    merged.resumed.insert(merged.resumed.end(), context->resumed.begin(), context->resumed.end());
    for (const std::string& workload : context->planned)
      if (std::ranges::find(merged.planned, workload) == merged.planned.end()) merged.planned.push_back(workload);
    for (const KernelFile* kernel : context->kernels)
      if (std::ranges::find(merged.kernels, kernel) == merged.kernels.end()) merged.kernels.push_back(kernel);
    merged.spent += context->spent;
  }
  return merged;
}

RunContext merge_on_adapter(std::span<const ContextSource> sources) {
  RunContext merged = joined_context(sources);
  const RunContext& first = *sources.front().context;
  merged.device = first.device;
  merged.transfer = first.transfer;
  merged.peer = first.peer;
  merged.fused_mad = first.fused_mad;
  merged.exact_half = first.exact_half;
  merged.exact_bytes = first.exact_bytes;
  for (const auto& [path, context] : sources)
    for (const CompilerTraits& compiler : context->compilers)
      if (std::ranges::find(merged.compilers, compiler) == merged.compilers.end()) merged.compilers.push_back(compiler);
  merged.cache_bytes = first.cache_bytes;
  merged.sampling = first.sampling;
  for (const auto& [path, context] : sources) {
    // All figures can be trusted to the resolution of the coarsest clock.
    merged.clock_tick_ns = std::max(merged.clock_tick_ns, context->clock_tick_ns);
    merged.clock_step_ns = std::max(merged.clock_step_ns, context->clock_step_ns);
    merged.empty_pair_ns = std::max(merged.empty_pair_ns, context->empty_pair_ns);
    for (WorkloadContext workload : context->workloads) {
      if (workload.run.empty()) workload.run = context->run;
      merged.workloads.push_back(std::move(workload));
    }
  }
  return merged;
}

}  // namespace

void refuse_different_runs(std::span<const ContextSource> sources) {
  const ContextSource& first = sources.front();
  for (const ContextSource& source : sources)
    refuse_different(facts_of_sweep(*first.context), first.path, facts_of_sweep(*source.context), source.path, "");
  for (const AdapterSources& adapter : by_adapter(sources)) {
    const ContextSource& known = adapter.sources.front();
    for (const ContextSource& source : adapter.sources)
      refuse_different(facts_of_adapter(*known.context), known.path, facts_of_adapter(*source.context), source.path,
                       " on " + adapter.adapter);
  }
}

RunContext merge_contexts(std::span<const ContextSource> sources, const std::string& name,
                          const std::vector<std::string>& command) {
  std::vector<RunContext> parts;
  for (const AdapterSources& adapter : by_adapter(sources)) {
    parts.push_back(merge_on_adapter(adapter.sources));
    parts.back().run = name;
    parts.back().command = command;
  }
  if (parts.size() == 1) return parts.front();
  RunContext merged = joined_context(sources);
  merged.run = name;
  merged.command = command;
  for (const RunContext& part : parts)
    merged.device.adapter.append(merged.device.adapter.empty() ? "" : " + ").append(part.device.adapter);
  merged.parts = std::move(parts);
  return merged;
}

}  // namespace modlab
