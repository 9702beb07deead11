#include "harness/report/accuracy_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/report/selection.h"

namespace modlab {
namespace {

struct Cell {
  std::string accuracy;
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::uint64_t mismatches = 0;
  double max_ulp = 0;
  std::string worst;
};

}  // namespace

std::string accuracy_matrix(const std::vector<Row>& rows) {
  std::map<std::tuple<std::string, std::string, std::string>, Cell> cells;
  std::string failures;
  for (const Row& row : rows) {
    Cell& cell = cells[{row.dtype, row.op, std::string(row.choice("algorithm"))}];
    cell.accuracy = row.accuracy;
    cell.mismatches += row.mismatches.value_or(0);
    if (const double ulp = row.max_ulp.value_or(0); cell.worst.empty() || ulp > cell.max_ulp) {
      cell.max_ulp = ulp;
      cell.worst = row.worst;
    }
    if (passed(row)) {
      ++cell.passed;
    } else {
      ++cell.failed;
      failures += fmt::format("{}: {}: {}: {}\n", row.status, workload_of(row), row.variant, row.detail);
    }
  }
  std::string text = fmt::format("{:<6}{:<10}{:<11}{:<9}{:>7}{:>8}{:>12}{:>12}  {}\n", "type", "op", "algorithm",
                                 "class", "passed", "failed", "mismatches", "max ULP", "worst input");
  for (const auto& [key, cell] : cells) {
    const auto& [type, op, algorithm] = key;
    text += fmt::format("{:<6}{:<10}{:<11}{:<9}{:>7}{:>8}{:>12}{:>12.6g}  {}\n", type, op, algorithm, cell.accuracy,
                        cell.passed, cell.failed, cell.mismatches, cell.max_ulp, cell.worst.empty() ? "-" : cell.worst);
  }
  return text + failures;
}

}  // namespace modlab
