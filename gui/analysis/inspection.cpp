#include "gui/analysis/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "gui/analysis/active_source.h"
#include "harness/compile/compiler.h"
#include "harness/compile/includes.h"
#include "harness/session/catalogue.h"
#include "kernels/error.h"
#include "kernels/plan.h"
#include "kernels/shader_sources.h"

namespace modlab::gui {
namespace {

std::string describe_view(const View& view) {
  std::string text = fmt::format("{} view", name_of(view.access));
  if (view.access != Access::raw) text += fmt::format(" of {} bytes per element", view.stride_bytes);
  return text + (view.writable ? ", writable" : ", read only");
}

/// Per group, as the plan tells the shader.
std::uint64_t threads_of(const Plan& plan) {
  const auto found = std::ranges::find(plan.defines, "THREADS", &Define::name);
  return found == plan.defines.end() ? 0 : std::stoull(found->value);
}

std::vector<analysis::FactGroup> facts_of(const Plan& plan, const Workload& workload, const store::Row& row) {
  const Slice& first = plan.slices.front();
  std::uint64_t groups = 0;
  for (const Slice& slice : plan.slices) groups += std::uint64_t{slice.grid[0]} * slice.grid[1] * slice.grid[2];
  const std::uint64_t threads = threads_of(plan);
  analysis::FactGroup launch{
      "Launch",
      {{"shader", fmt::format("{}, entry {}", plan.shader, plan.entry)},
       {"dispatches", fmt::to_string(plan.slices.size())},
       {"groups", fmt::format("{} ({} x {} in the first dispatch)", groups, first.grid[0], first.grid[1])},
       {"threads", fmt::format("{} per group, {} in all", threads, groups * threads)},
       {"elements", fmt::to_string(workload.elements)},
       {"bytes that must move", fmt::to_string(workload.bytes)},
       {"root constants", fmt::to_string(first.constants.size())}}};
  if (row.compile_ms) launch.facts.push_back({"compiled in", fmt::format("{:.1f} ms", *row.compile_ms)});
  analysis::FactGroup views{"Views", {}};
  for (const View& view : plan.views)
    views.facts.push_back(
        {workload.operands.at(view.buffer).name,
         fmt::format("{}, {} bytes in the first dispatch", describe_view(view), first.ranges[view.buffer].bytes)});
  return {std::move(launch), std::move(views)};
}

/// The file and all that it includes, in the order of inclusion.
std::vector<Inspection::Source> source_files(const std::string& file, const ShaderSources& all) {
  std::vector<Inspection::Source> sources;
  for (const std::string& each : compile::reachable_files(file, all))
    if (const auto source = all.find(each); source != all.end()) sources.push_back({each, source->second});
  return sources;
}

/// The defines, and what the compiler itself defines and our shaders ask for.
std::vector<Define> known_to(const Plan& plan) {
  std::vector<Define> defines = plan.defines;
  if (plan.build.compiler == CompilerId::dxc) defines.push_back({"__hlsl_dx_compiler", "1"});
  return defines;
}

void add_bytecode(tune::KernelListing listing, const store::Row& row, Inspection& inspection) {
  const bool same = listing.hash == row.shader_hash;
  inspection.bytecode_note =
      fmt::format("{} bytes by {}: {}", listing.bytes, listing.compiler,
                  row.shader_hash.empty() ? "the journal has no hash to compare with"
                  : same                  ? "the bytecode that was measured"
                         : "not the bytecode that was measured, which came from another compiler or version");
  inspection.disassembly = std::move(listing.disassembly);
  if (inspection.disassembly.empty()) inspection.bytecode_note += ". This compiler offers no disassembly.";
}

}  // namespace

Inspection inspect(const store::Row& row, const Kernels& kernels, const Lister& list, const std::stop_token& stop) {
  Inspection inspection;
  try {
    const auto catalogue = session::make_catalogue(kernels);
    const Workload workload = catalogue->workload(store::workload_of(row));
    const Candidate candidate = catalogue->candidate(row.variant);
    if (!candidate.build) throw Error(fmt::format("{} is not a kernel of ours: it has no sources here", row.variant));
    const auto planned = workload.problem->plan(candidate, row.seed.value_or(1), {});
    const Plan& plan = *planned;
    inspection.facts = facts_of(plan, workload, row);
    std::string defines;
    for (const Define& define : plan.defines) defines += fmt::format("#define {} {}\n", define.name, define.value);
    const ShaderSources& sources = compile::sources_of(plan, embedded_shaders());
    inspection.sources = source_files(plan.shader, sources);
    if (sources.contains(plan.shader))
      inspection.active = defines + "\n" + active_source(plan.shader, sources, known_to(plan), stop);
    if (!inspection.sources.empty()) inspection.sources.front().text.insert(0, defines + "\n");
    try {
      add_bytecode(list(tune::listing_request(row, kernels)), row, inspection);
    } catch (const std::exception& error) {  // refused, crashed, or no such compiler here: the sources remain
      inspection.bytecode_note = error.what();
    }
  } catch (const Error& error) {
    inspection.error = error.what();
  }
  return inspection;
}

}  // namespace modlab::gui
