#include "gui/runs/generated_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "harness/session/catalogue.h"
#include "harness/store/row.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/system/file.h"
#include "kernels/candidate.h"
#include "kernels/data_type.h"

namespace modlab::gui {
namespace {

std::vector<store::Row> rows_of(const Workload& workload, const std::vector<Candidate>& candidates, double roof_gbps,
                                std::mt19937& random) {
  std::lognormal_distribution<double> slowdown(-1, 1);
  std::vector<store::Row> rows;
  for (const Candidate& candidate : candidates) {
    store::Row row;
    store::set_workload(row, workload);
    store::set_candidate(row, candidate);
    row.mode = "warm";
    row.adapter = "generated";
    row.bytes = workload.bytes;
    row.roofline_gbps = roof_gbps;
    row.status = random() % 50 == 0 ? "compiler refused" : "ok";
    if (row.status != "ok") {
      row.detail = "modulus.hlsl:7: E5005: generated";
      rows.push_back(std::move(row));
      continue;
    }
    row.gbps = roof_gbps / (1 + slowdown(random));
    row.median_ns = static_cast<double>(*row.bytes) / *row.gbps;
    row.min_ns = 0.98 * *row.median_ns;
    row.q1_ns = row.ci_low_ns = 0.99 * *row.median_ns;
    row.q3_ns = row.ci_high_ns = 1.01 * *row.median_ns;
    row.mad_ns = 0.005 * *row.median_ns;
    row.roofline_pct = 100 * *row.gbps / roof_gbps;
    row.samples = 40;
    row.stop = "precise";
    row.tie = "no";
    row.mismatches = 0;
    row.max_ulp = row.accuracy == "exact" ? 0 : std::floor(slowdown(random) * 10);
    row.compile_ms = 12.5;
    row.shader_hash = fmt::format("{:032x}", random());
    row.seed = 1;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

void write_generated_run(const std::filesystem::path& journal, std::size_t rows) {
  const Platform platform{.device = {.adapter = "generated", .driver = "none", .implementation = "none"},
                          .compilers = {{.id = CompilerId::d3dcompile}}};
  std::mt19937 random(1);  // NOLINT: the same file every time
  std::string text = store::journal_header() + "\n";
  store::RunContext context;
  context.run = journal.stem().string();
  context.command = {"modlab-gui", "--benchmark"};
  context.started = context.finished = "2026-11-15T00:00:00Z";
  context.device = platform.device;
  std::vector<store::Sample> samples;
  std::size_t written = 0;
  std::string first_name;
  for (std::uint32_t elements = 1U << 20U; written < rows; elements += 1U << 20U)
    for (const char* const op : {"floor", "truncate"})
      for (const auto& type : kDataTypeNames) {
        const std::string name = fmt::format("{}/{}/{}/packed/out/mixed", op, type.name, elements);
        if (first_name.empty()) first_name = name;
        const Workload workload = session::make_catalogue()->workload(name);
        const Space space = workload.problem->space(1, platform, {});
        for (store::Row& row :
             rows_of(workload, space.candidates, 3000 + 10.0 * static_cast<double>(random() % 100), random)) {
          if (written == rows) break;
          row.run = context.run;
          row.row = ++written;
          row.utc = context.started;
          text += store::to_csv(row) + "\n";
          // Only of the workload that a run opens with: all would have four million.
          const bool first_workload = name == first_name;
          for (std::uint64_t i = 0; first_workload && row.median_ns && i < *row.samples; ++i)
            samples.push_back({.row = row.row,
                               .phase = "confirm",
                               .index = i,
                               .ns = *row.median_ns * (1 + 1e-4 * static_cast<double>(random() % 100)),
                               .drifted = random() % 40 == 0});
        }
      }
  replace_file(journal, text);
  store::write_context(journal, context);
  store::SamplesFile(journal).append(samples);
}

}  // namespace modlab::gui
