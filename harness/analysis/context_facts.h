#pragma once

#include <string>
#include <vector>

#include "harness/store/run_context.h"

namespace modlab::analysis {

struct Fact {
  std::string label;
  std::string value;  ///< with its unit, or "unknown"
};

struct FactGroup {
  std::string title;
  std::vector<Fact> facts;
};

/// An adapter and what it can do.
FactGroup device_facts(const DeviceTraits& device);

/// A run's context, ready to be read.
std::vector<FactGroup> context_facts(const store::RunContext& context);

/// The largest difference between two timings of one kernel that chance explains, "0.41 %"; empty without an A/A test.
std::string noise_floor(const store::WorkloadContext& workload);

/// The difference in the A/A test with its 95 % interval: "+0.12 % (-0.19 to +0.41)"; empty without one.
std::string aa_difference(const store::WorkloadContext& workload);

}  // namespace modlab::analysis
