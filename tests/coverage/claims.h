#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace modlab {

/// What many simulated runs showed of one claim about our statistics.
struct Finding {
  std::string text;    ///< nominal against observed, as printed
  bool holds = false;  ///< within what is accepted
};

/// Tries every claim of docs/measurement.md on this many simulated runs each, on all cores; reports each finding when
/// it is made.
std::vector<Finding> try_claims(std::uint64_t runs, const std::function<void(const Finding&)>& report);

}  // namespace modlab
