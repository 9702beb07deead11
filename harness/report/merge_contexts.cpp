#include "harness/report/merge_contexts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::report {
namespace {

void refuse_different(const ContextSource& one, const ContextSource& other, store::Ran ran, const std::string& where) {
  if (const auto different = store::why_not_merged(*one.context, *other.context, ran))
    throw Error(fmt::format("{} and {} have different {}{}, '{}' and '{}'", one.path, other.path, different->what,
                            where, different->one, different->other));
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
    for (const store::RunContext& part : store::parts_of(*source.context)) {
      auto known = std::ranges::find(all, part.device.adapter, &AdapterSources::adapter);
      if (known == all.end()) known = all.insert(known, {part.device.adapter, {}});
      known->sources.push_back({source.path, &part});
    }
  return all;
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

store::RunContext merged_context(std::span<const ContextSource> sources, store::Ran ran) {
  std::vector<const store::RunContext*> runs;
  for (const ContextSource& source : sources) runs.push_back(source.context);
  store::RunContext merged = store::merged_fields(runs, ran);
  merged.merged = names_of(sources);
  return merged;
}

store::RunContext merge_on_adapter(std::span<const ContextSource> sources) {
  store::RunContext merged = merged_context(sources, store::Ran::on_one_adapter);
  for (const auto& [path, context] : sources)
    for (store::WorkloadContext workload : context->workloads) {
      if (workload.run.empty()) workload.run = context->run;
      merged.workloads.push_back(std::move(workload));
    }
  return merged;
}

}  // namespace

void refuse_different_runs(std::span<const ContextSource> sources) {
  const ContextSource& first = sources.front();
  for (const ContextSource& source : sources) refuse_different(first, source, store::Ran::anywhere, "");
  for (const AdapterSources& adapter : by_adapter(sources)) {
    const ContextSource& known = adapter.sources.front();
    for (const ContextSource& source : adapter.sources)
      refuse_different(known, source, store::Ran::on_one_adapter, " on " + adapter.adapter);
  }
}

store::RunContext merge_contexts(std::span<const ContextSource> sources, const std::string& name,
                                 const std::vector<std::string>& command) {
  std::vector<store::RunContext> parts;
  for (const AdapterSources& adapter : by_adapter(sources)) {
    parts.push_back(merge_on_adapter(adapter.sources));
    parts.back().run = name;
    parts.back().command = command;
  }
  if (parts.size() == 1) return parts.front();
  store::RunContext merged = merged_context(sources, store::Ran::anywhere);
  merged.run = name;
  merged.command = command;
  for (const store::RunContext& part : parts)
    merged.device.adapter.append(merged.device.adapter.empty() ? "" : " + ").append(part.device.adapter);
  merged.parts = std::move(parts);
  return merged;
}

}  // namespace modlab::report
