#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"

namespace modlab {

inline store::Row measured_row(const std::string& op, const std::string& variant, double median_ns) {
  store::Row row;
  row.op = op;
  row.dtype = "f32";
  row.shape = "1048576";
  row.layout = "packed";
  row.placement = "out";
  row.data_set = "mixed";
  row.variant = variant;
  row.accuracy = "exact";
  row.status = "ok";
  row.samples = 15;
  row.median_ns = median_ns;
  row.ci_low_ns = median_ns * 0.99;
  row.ci_high_ns = median_ns * 1.01;
  row.gbps = 12582912 / median_ns;
  row.stop = "precise";
  return row;
}

inline store::Row failed_row(const std::string& op, const std::string& variant, const std::string& detail) {
  store::Row row = measured_row(op, variant, 1);
  row.status = "compiler refused";
  row.detail = detail;
  row.samples.reset();
  row.median_ns.reset();
  row.ci_low_ns.reset();
  row.ci_high_ns.reset();
  row.gbps.reset();
  return row;
}

inline store::RunContext sample_context() {
  store::RunContext context;
  context.run = "run";
  context.command = {"modlab", "tune", "--budget", "60s", "--out", "my runs/run.csv"};
  context.started = "2026-11-15T01:30:00Z";
  context.device.adapter = "llvmpipe";
  context.device.memory_bytes = std::uint64_t{8} << 30;
  context.device.timestamp_hz = 1000000000;
  context.clock_step_ns = 36;
  context.workloads.push_back({.workload = "floor/f32/1048576/packed/out/mixed",
                               .aa_variant = "raw-b16",
                               .aa_ratio = 1.0012,
                               .aa_low = 0.9981,
                               .aa_high = 1.0041,
                               .aa_verdict = "SAME",
                               .space = 630,
                               .unconfirmed = "",
                               .launch_floor = {200e3, {190e3, 210e3}, 20}});
  return context;
}

/// A journal of five rows with its context; row 3 is the best of floor, row 2 ties with it.
inline void write_sample_run(const std::filesystem::path& path) {
  store::Journal journal = store::Journal::create(path);
  store::Row rows[] = {measured_row("truncate", "typed-b16", 900e3), measured_row("floor", "structured-b8", 801e3),
                       measured_row("floor", "raw-b16", 800e3),
                       failed_row("floor", "typed-b4", "modulus.hlsl:7: E5005"),
                       measured_row("floor", "raw-b4", 1600e3)};
  for (store::Row& row : rows) journal.append(row);
  rows[2].tie = "best";
  rows[1].tie = "yes";
  rows[4].tie = "no";
  journal.amend({rows[1], rows[2], rows[4]});
  store::write_context(path, sample_context());
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace modlab
