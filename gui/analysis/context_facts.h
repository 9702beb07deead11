#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/store/run_context.h"

namespace modlab {

struct Fact {
  std::string_view label;
  std::string value;  ///< with its unit; "unknown" where the context has none
};

struct FactGroup {
  std::string_view title;
  std::vector<Fact> facts;
};

/// An adapter and what it can do.
FactGroup device_facts(const DeviceTraits& device);

/// A run's context in the words and units a reader wants.
std::vector<FactGroup> context_facts(const RunContext& context);

/// The largest difference that two timings of one kernel may have by chance, "0.41 %"; empty where none was timed
/// twice.
std::string noise_floor(const WorkloadContext& workload);

/// That difference with its 95 % interval: "+0.12 % (-0.19 to +0.41)"; empty where no kernel was timed twice.
std::string twin_difference(const WorkloadContext& workload);

}  // namespace modlab
