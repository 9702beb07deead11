// Holds the statistics against what they claim, on runs whose truth is known.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

#include "tests/coverage/claims.h"

int main(int argc, char** argv) {
  std::uint64_t runs = 2000;
  CLI::App program("Simulates whole runs and prints how often each claim of docs/measurement.md held.", "coverage");
  program.add_option("--runs", runs, "Simulated runs per claim (default: 2000)")->check(CLI::Range(10, 1'000'000));
  CLI11_PARSE(program, argc, argv);
  const auto findings = modlab::try_claims(runs, [](const modlab::Finding& finding) {
    fmt::print("{}{}\n", finding.text, finding.holds ? "" : "  DOES NOT HOLD");
    std::fflush(stdout);
  });
  const auto failed = std::ranges::count(findings, false, &modlab::Finding::holds);
  fmt::print("{} claims tried, {} do not hold\n", findings.size(), failed);
  return failed == 0 ? 0 : 1;
}
