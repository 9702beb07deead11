#include "harness/report/accuracy_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/report/selection.h"

namespace modlab::report {
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

std::string accuracy_matrix(const std::vector<store::Row>& rows) {
  std::map<std::tuple<std::string, std::string, std::string>, Cell> cells;
  std::vector<std::pair<const store::Row*, std::size_t>> failures;  // the first with its message, and how many have it
  for (const store::Row& row : rows) {
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
      const auto same = std::ranges::find_if(failures, [&](const auto& failure) {
        return failure.first->status == row.status && failure.first->detail == row.detail;
      });
      if (same == failures.end())
        failures.emplace_back(&row, 1);
      else
        ++same->second;
    }
  }
  std::size_t width = 11;  // of the algorithms' column; a user's kernel may have a long name
  for (const auto& [key, cell] : cells) width = std::max(width, std::get<2>(key).size() + 1);
  std::string text = fmt::format("{:<6}{:<10}{:<{}}{:<9}{:>7}{:>8}{:>12}{:>12}  {}\n", "type", "op", "algorithm", width,
                                 "class", "passed", "failed", "mismatches", "max ULP", "worst input");
  for (const auto& [key, cell] : cells) {
    const auto& [type, op, algorithm] = key;
    text +=
        fmt::format("{:<6}{:<10}{:<{}}{:<9}{:>7}{:>8}{:>12}{:>12.6g}  {}\n", type, op, algorithm, width, cell.accuracy,
                    cell.passed, cell.failed, cell.mismatches, cell.max_ulp, cell.worst.empty() ? "-" : cell.worst);
  }
  for (const auto& [row, count] : failures) {
    text += fmt::format("{}: {}: {}: {}\n", row->status, store::workload_of(*row), row->variant, row->detail);
    if (count > 1) text += fmt::format("  and {} more with the same message\n", count - 1);
  }
  return text;
}

}  // namespace modlab::report
